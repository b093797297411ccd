import {
  DMCA_LENGTHS,
  type DmcaFields,
  dmcaProblems,
  STATEMENTS_REQUIRED,
  withoutControls,
} from '@vesper/contract';
import { AppError } from '../../kernel/lib/app-error.ts';

/** A notice with everything that the law requires. Texts are trimmed; missing optional ones are empty. */
export type Notice = Omit<DmcaFields, 'goodFaithStatement' | 'accuracyStatement'>;

/**
 * Reads a notice from the input, without characters that reverse neighbouring text; throws bad_request with what is
 * wrong with each field.
 */
export function readNotice(input: Partial<Record<keyof DmcaFields, unknown>>): Notice {
  requireComplete(input);
  const texts = Object.keys(DMCA_LENGTHS).map((name) => {
    const text = String(input[name as keyof Notice] ?? '');
    return [name, trimmed(name === 'infringingUrl' ? text : withoutControls(text))];
  });
  const notice = Object.fromEntries(texts) as Notice;
  // A text of only such characters counts as empty.
  requireComplete({ ...input, ...notice });
  return notice;
}

function requireComplete(input: Partial<Record<keyof DmcaFields, unknown>>): void {
  const problems = dmcaProblems(input);
  const [first] = problems;
  if (first) throw new AppError('bad_request', sentence(...first), Object.fromEntries(problems));
}

function sentence(field: string, problem: string): string {
  return problem === STATEMENTS_REQUIRED ? problem : `${field}: ${problem}`;
}

/** Normalises line ends. */
function trimmed(text: string): string {
  return text.replace(/\r\n?/g, '\n').trim();
}
