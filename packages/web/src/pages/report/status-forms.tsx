import { type CaseKindForm, pageHref, type ReportStatus } from '@vesper/contract';
import { CaseFields } from '../notice/case-field.tsx';
import { TextArea } from '../notice/notice-fields.tsx';
import type { RefusedForm } from '../notice/refused-form.ts';
import { reportPanel } from '../notice/report-layout.tsx';
import { dayOf } from './state-words.ts';

export function SendLinkForm({ token, status: { linkedAt } }: { token: string; status: ReportStatus }) {
  return (
    <form method="post" action={pageHref.reportStatus(token)} className="mt-5 border-t border-line pt-5">
      <input type="hidden" name="act" value="link" />
      <p className="text-sm leading-relaxed text-pretty text-muted">
        {linkedAt === null
          ? 'Your mailbox has had as many of our mails as we send in a day. You can ask for the link here.'
          : `The link was mailed on ${dayOf(linkedAt)}. Not there? Look among unwanted mail, or ask for it again: once an hour.`}
      </p>
      <button type="submit" className="button quiet button-large mt-3">
        {linkedAt === null ? 'Send the link' : 'Send the link again'}
      </button>
    </form>
  );
}

interface SupplementProps {
  token: string;
  status: ReportStatus;
  form: CaseKindForm;
  refused: RefusedForm | undefined;
}

export function SupplementForm({ token, status: { asked }, form, refused }: SupplementProps) {
  const lacking = asked.map((name) => form.elements[name]).filter((element) => element !== undefined);
  const names = [...new Set(lacking.flatMap(({ fields }) => fields))];
  const problems = new Map(Object.entries(refused?.problems ?? {}));
  const isAsked = lacking.length > 0;
  return (
    <section aria-labelledby="add-title" className={reportPanel}>
      <h2 id="add-title" className="text-lg font-semibold">
        {isAsked ? 'Please send us' : 'Add something'}
      </h2>
      {isAsked && (
        <ul className="mt-2 list-disc pl-5 text-sm leading-relaxed">
          {lacking.map(({ law, words }) => (
            <li key={words}>
              {words} <span className="text-muted">({law})</span>
            </li>
          ))}
        </ul>
      )}
      <form method="post" action={pageHref.reportStatus(token)} noValidate className="mt-5 grid gap-6">
        <input type="hidden" name="act" value="supplement" />
        <CaseFields {...{ form, names, problems }} values={refused?.fields ?? {}} />
        <TextArea
          name="note"
          label={isAsked ? 'Anything else (optional)' : 'What should we know?'}
          rows={3}
          defaultValue={refused?.fields.note}
          problems={problems}
        />
        <div>
          <button type="submit" className="button primary primary-hover button-large">
            Send
          </button>
        </div>
      </form>
    </section>
  );
}

/** Two steps, and no script. */
export function WithdrawForm({ token, isDecided }: { token: string; isDecided: boolean }) {
  return (
    <details className="mt-6 rounded-xl border border-line px-4 sm:px-8">
      <summary className="flex min-h-12 cursor-pointer items-center text-sm font-semibold">
        Withdraw this notice
      </summary>
      <form method="post" action={pageHref.reportStatus(token)} className="pb-5">
        <input type="hidden" name="act" value="withdraw" />
        <p className="text-sm leading-relaxed text-pretty text-muted">
          {isDecided
            ? 'What was taken off because of it comes back, unless another notice names it.'
            : 'We stop looking at it, and what was hidden because of it comes back.'}{' '}
          This cannot be undone; you can send a new notice.
        </p>
        <label htmlFor="isSure" className="mt-2 flex min-h-11 cursor-pointer items-center gap-3 text-sm">
          <input
            type="checkbox"
            id="isSure"
            name="isSure"
            required
            autoComplete="off"
            className="size-5 shrink-0 accent-primary"
          />
          Yes, I withdraw it
        </label>{' '}
        <button type="submit" className="button quiet button-large mt-3">
          Withdraw
        </button>
      </form>
    </details>
  );
}
