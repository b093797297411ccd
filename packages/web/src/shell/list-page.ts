/**
 * `?page=` as the list calls take it: absent means 1. What is no number is handed on as it is, for the call to
 * refuse with its own sentence.
 */
export function pageOf(search: URLSearchParams): number | string {
  const text = search.get('page');
  if (text === null) return 1;
  return /^[0-9]{1,9}$/.test(text) ? Number(text) : text;
}
