import { z } from 'zod';
import { safeText } from './text.ts';

/** What a complainant types and ticks (specification, sections 2 and 3), before anything is checked. */
export interface DmcaFields {
  complainantName: string;
  complainantEmail: string;
  complainantAddress: string;
  complainantPhone: string;
  copyrightWork: string;
  infringingUrl: string;
  additionalInfo: string;
  signature: string;
  goodFaithStatement: boolean;
  accuracyStatement: boolean;
}

export const STATEMENTS_REQUIRED = 'Both good faith and accuracy statements must be true';

/** Longest texts, in characters; the specification sets none. */
export const DMCA_LENGTHS = {
  complainantName: 200,
  complainantEmail: 254,
  complainantAddress: 1000,
  complainantPhone: 50,
  copyrightWork: 10_000,
  infringingUrl: 2000,
  additionalInfo: 10_000,
  signature: 200,
} as const;

/** As a browser's email field has it (HTML, "valid e-mail address"), with a dot in the host, letters of any script there. */
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{N}][\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}]$/u;

/**
 * What is wrong with a notice, by field, in the order of the form; empty when nothing is. Spaces around a text
 * do not count. Form and server ask this one function (specification, section 5).
 */
export function dmcaProblems(fields: Partial<Record<keyof DmcaFields, unknown>>): Map<string, string> {
  const problems = new Map<string, string>();
  for (const [name, max] of Object.entries(DMCA_LENGTHS)) {
    const value = fields[name as keyof DmcaFields];
    const problem =
      textProblem(value, max, !OPTIONAL.has(name)) ?? shapeProblem(name, String(value ?? '').trim());
    if (problem) problems.set(name, problem);
  }
  for (const name of ['goodFaithStatement', 'accuracyStatement'] as const) {
    if (fields[name] !== true) problems.set(name, STATEMENTS_REQUIRED);
  }
  return problems;
}

const OPTIONAL: ReadonlySet<string> = new Set(['complainantPhone', 'additionalInfo']);

function textProblem(value: unknown, max: number, isRequired: boolean): string | undefined {
  if (value === undefined || value === null || value === '') return isRequired ? 'Required' : undefined;
  if (typeof value !== 'string') return 'This must be text';
  const text = value.trim();
  if (text === '') return isRequired ? 'Required' : undefined;
  if (text.length > max) return `At most ${max} characters are allowed here`;
  return text.includes('\0') || !text.isWellFormed()
    ? 'The text holds characters that cannot be stored'
    : undefined;
}

function shapeProblem(name: string, text: string): string | undefined {
  if (name === 'complainantEmail' && !EMAIL.test(text)) return 'Please enter a valid email address';
  if (name === 'infringingUrl' && !isWebAddress(text)) return 'Please enter a valid URL';
  return undefined;
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
}

/** Names only: what the values must be, `dmcaProblems` says, field by field. */
export const DmcaSubmission = z.object({
  complainantName: z.unknown().optional(),
  complainantEmail: z.unknown().optional(),
  complainantAddress: z.unknown().optional(),
  complainantPhone: z.unknown().optional(),
  copyrightWork: z.unknown().optional(),
  infringingUrl: z.unknown().optional(),
  additionalInfo: z.unknown().optional(),
  signature: z.unknown().optional(),
  goodFaithStatement: z.unknown().optional(),
  accuracyStatement: z.unknown().optional(),
  videoId: safeText(100).nullish(),
});

export const DmcaSubmitted = z.object({ requestId: z.string() });
export type DmcaSubmitted = z.infer<typeof DmcaSubmitted>;
