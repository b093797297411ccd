import {
  type CaseKindForm,
  caseKindBySlug,
  caseProblems,
  STATEMENTS_REQUIRED,
  withoutControls,
} from '@vesper/contract';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { Filled } from '../cases/index.ts';

export interface ReadNotice {
  form: CaseKindForm;
  filled: Filled;
}

/** Other legal elements may be missing: the sender is asked later. Throws not_found, bad_request by field. */
export function readNotice(slug: string, input: Readonly<Record<string, unknown>>): ReadNotice {
  const form = caseKindBySlug(slug);
  if (!form) throw new AppError('not_found', 'This form does not exist.');
  if (form.slug === 'copyright')
    throw new AppError('not_found', 'Copyright notices are sent to POST /api/dmca/submit.');
  return asUrgent({ form, filled: readFilled(form, input) });
}

export function readFilled(
  form: Pick<CaseKindForm, 'fields'>,
  input: Readonly<Record<string, unknown>>,
): Filled {
  refuse(caseProblems(form, input));
  const filled: Record<string, string | true> = {};
  for (const [name, { type }] of Object.entries(form.fields)) {
    const value = input[name];
    const isAddress = type === 'addresses' || type === 'url';
    const text = typeof value === 'string' ? tidied(isAddress ? value : withoutControls(value)) : '';
    if (type === 'tick' ? value === true : text !== '') filled[name] = type === 'tick' ? true : text;
  }
  // Control characters alone count as empty.
  refuse(caseProblems(form, filled));
  return filled;
}

function refuse(problems: ReadonlyMap<string, string>): void {
  const [first] = problems;
  if (!first) return;
  const [field, problem] = first;
  // This sentence is about two fields.
  const sentence = problem === STATEMENTS_REQUIRED ? problem : `${field}: ${problem}`;
  throw new AppError('bad_request', sentence, Object.fromEntries(problems));
}

function tidied(text: string): string {
  return text.replace(/\r\n?/g, '\n').trim();
}

/** Offences against minors are urgent, whichever form was used. */
function asUrgent(notice: ReadNotice): ReadNotice {
  const { form, filled } = notice;
  const minor = caseKindBySlug('minor');
  if (form.kind !== 'illegal_content' || filled.subject !== 'minors' || !minor) return notice;
  const kept = Object.entries(filled).filter(([name]) => name in minor.fields);
  const country = filled.country ? `Country: ${filled.country}\n` : '';
  return {
    form: minor,
    filled: { ...Object.fromEntries(kept), reasons: `${country}${filled.reasons ?? ''}` },
  };
}
