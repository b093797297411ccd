/** Without percent-encodings; as it is if they are not those of a text. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
