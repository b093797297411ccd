import { z } from 'zod';

/** Removes control characters (but not line breaks and tabs) and those that change the direction of text. */
export function withoutControls(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/g, '');
}

/** Input that may reach the database: PostgreSQL text cannot hold NUL. */
export function safeText(maxLength: number) {
  return storable(
    z.string('It must be text.').max(maxLength, `At most ${maxLength} characters are allowed here.`),
  );
}

export const instant = z.iso.datetime();

export function oneOf<const T extends readonly string[]>(name: string, values: T) {
  return z.enum(values, { error: `${name} must be one of ${values.join(', ')}.` });
}

export const IdParams = z.object({ id: safeText(100) });

/** Longer text is truncated, not rejected. In UTF-16 units. */
export function cutText(length: number) {
  return storable(z.string('It must be text.').overwrite((text) => cutTo(length, text)));
}

function storable(text: z.ZodString) {
  return text
    .refine((value) => !value.includes('\0'), 'The text holds a NUL character.')
    .refine((value) => value.isWellFormed(), 'The text is not well-formed Unicode.');
}

/** In UTF-16 units; one less to avoid splitting a character. */
export function cutTo(length: number, text: string): string {
  const cut = text.slice(0, length);
  return text.isWellFormed() && !cut.isWellFormed() ? cut.slice(0, -1) : cut;
}

/** Text for people, without invisible characters that reorder or hide the text around them. */
export function shownText(maxLength: number) {
  return safeText(maxLength).overwrite(withoutControls);
}

/** In query strings; calls made in process pass numbers. */
export function wholeNumber(name: string, min: number, max: number, fallback: number) {
  const error = `${name} must be a whole number from ${min} to ${max}.`;
  const fits = (value: string | number) =>
    /^[0-9]{1,9}$/.test(String(value)) && Number(value) >= min && Number(value) <= max;
  return z
    .union([z.string(), z.number()], { error })
    .refine(fits, { error })
    .transform(Number)
    .default(fallback)
    .meta({ type: 'integer', minimum: min, maximum: max, default: fallback });
}
