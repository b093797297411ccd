import type { PageSearch } from '@vesper/contract';
/**
 * `?page=` for the list calls; absent means 1. Anything but a number is passed on, so that the call's error explains it.
 */
export function pageOf(search: PageSearch): number | string {
  const text = search.get('page');
  if (text === null) return 1;
  return /^[0-9]{1,9}$/.test(text) ? Number(text) : text;
}
