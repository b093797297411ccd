import { z } from 'zod';

/** Text from outside that may reach a database: PostgreSQL text cannot hold NUL. */
export function safeText(maxLength: number) {
  return z
    .string('It must be text.')
    .max(maxLength, `At most ${maxLength} characters are allowed here.`)
    .refine((text) => !text.includes('\0'), 'The text holds a NUL character.')
    .refine((text) => text.isWellFormed(), 'The text is not well-formed Unicode.');
}
