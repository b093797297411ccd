/** Well-formed text without control characters (line breaks and tabs stay) and without those that turn its direction. */
export function withoutControls(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/g, '');
}
