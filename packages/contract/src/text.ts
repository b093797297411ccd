import { z } from 'zod';

/** Well-formed text without control characters (line breaks and tabs stay) and without those that turn its direction. */
export function withoutControls(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/g, '');
}

/** Text from outside that may reach a database: PostgreSQL text cannot hold NUL. */
export function safeText(maxLength: number) {
  return z
    .string('It must be text.')
    .max(maxLength, `At most ${maxLength} characters are allowed here.`)
    .refine((text) => !text.includes('\0'), 'The text holds a NUL character.')
    .refine((text) => text.isWellFormed(), 'The text is not well-formed Unicode.');
}

/** Text that people will read: what cannot be seen, and turns or hides what stands beside it, is left out. */
export function shownText(maxLength: number) {
  return safeText(maxLength).overwrite(withoutControls);
}
