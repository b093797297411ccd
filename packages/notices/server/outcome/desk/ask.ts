import type { CaseKindForm, ParsedInput, Routes } from '@vesper/contract';
import { transaction } from '@vesper/core/db/transaction.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import {
  addPaper,
  type CaseParts,
  elementLines,
  formOf,
  mailSender,
  requireCase,
  requireStep,
  sealOf,
  step,
} from '../../cases/index.ts';

/** Per mailbox. */
const MOST_A_DAY = 20;

export type Question = ParsedInput<Routes['casework']['ask']> & { by: string };

/** Mails a question with the private page's link. Throws bad_request for an unknown element, not_found, conflict. */
export function askSender(parts: CaseParts, { id, elements, message, by }: Question): Promise<string> {
  const ask = async (tx: CaseParts['db']) => {
    const caseRow = await requireCase(tx, id);
    requireStep(caseRow, 'ask');
    const form = formOf(caseRow.kind);
    refuseUnknown(form, elements);
    const now = parts.clock.now();
    const seal = await sealOf(tx, parts.keys, caseRow, now);
    // Anybody can name a mailbox: an unconfirmed one gets no free text.
    const isKept = Boolean(message) && caseRow.confirmed_at === null;
    const text = inLines(form, elements, message);
    const missing = isKept ? inLines(form, elements) : text;
    await addPaper(tx, id, seal, { what: 'question', text: `Please send us:\n\n${text}`, by, at: now });
    const mail = { name: 'question', kind: 'notice-question', values: { missing } } as const;
    const isMailed = await mailSender(tx, parts, { caseRow, mail, now, mostADay: MOST_A_DAY });
    const asked = Object.keys(form.elements).filter(
      (name) => caseRow.asked.includes(name) || elements.includes(name),
    );
    await step(tx, caseRow, { event: 'ask', now, by, fields: { asked }, after: { asked: elements } });
    if (!isMailed)
      return 'No email was sent, because no email address is known, or its daily limit is reached: only the private page of the notice says what is missing.';
    return isKept
      ? 'The sender was asked by email, without your message, because the address is not confirmed.'
      : 'The sender was asked by email.';
  };
  return transaction(parts.db, ask, { retry: ['deadlock'] });
}

function refuseUnknown(form: CaseKindForm, elements: readonly string[]): void {
  if (elements.some((name) => !Object.hasOwn(form.elements, name)))
    throw new AppError('bad_request', 'elements: this kind of notice does not have this element.');
}

function inLines(form: CaseKindForm, elements: readonly string[], message?: string | null): string {
  return [elementLines(form, elements), ...(message ? ['', message] : [])].join('\n');
}
