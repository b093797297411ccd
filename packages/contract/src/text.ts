import { z } from 'zod';

/** Well-formed text without control characters (line breaks and tabs stay) and without those that turn its direction. */
export function withoutControls(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/g, '');
}

/** Text from outside that may reach a database: PostgreSQL text cannot hold NUL. */
export function safeText(maxLength: number) {
  return storable(
    z.string('It must be text.').max(maxLength, `At most ${maxLength} characters are allowed here.`),
  );
}

/** Text of any length, of which no more than the first `length` UTF-16 units are read. */
export function cutText(length: number) {
  return storable(z.string('It must be text.').overwrite((text) => cutTo(length, text)));
}

function storable(text: z.ZodString) {
  return text
    .refine((value) => !value.includes('\0'), 'The text holds a NUL character.')
    .refine((value) => value.isWellFormed(), 'The text is not well-formed Unicode.');
}

/** The first `length` UTF-16 units, or one less where they would end within a character. */
export function cutTo(length: number, text: string): string {
  const cut = text.slice(0, length);
  return text.isWellFormed() && !cut.isWellFormed() ? cut.slice(0, -1) : cut;
}

/** Text that people will read: what cannot be seen, and turns or hides what stands beside it, is left out. */
export function shownText(maxLength: number) {
  return safeText(maxLength).overwrite(withoutControls);
}
