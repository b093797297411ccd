import { type CaseKindForm, pageHref, type ReportStatus } from '@vesper/contract';
import { largePrimaryButton } from '../../ui/control-classes.ts';
import { CaseFields } from '../notice/case-field.tsx';
import { TextArea } from '../notice/notice-fields.tsx';
import type { RefusedForm } from '../notice/refused-form.ts';
import { reportPanel } from '../notice/report-layout.tsx';

interface SupplementProps {
  token: string;
  status: ReportStatus;
  form: CaseKindForm;
  refused: RefusedForm | undefined;
}

/** Adds what was asked for, by its name, or anything else. */
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
          <button type="submit" className={largePrimaryButton}>
            Send
          </button>
        </div>
      </form>
    </section>
  );
}
