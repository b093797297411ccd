import { type CaseKindForm, caseKindBySlug, pageHref } from '@vesper/contract';
import type { PageAddress } from '../../shell/page.ts';
import { CaseFields } from '../notice/case-field.tsx';
import { ErrorSummary } from '../notice/error-summary.tsx';
import { FormProof } from '../notice/form-proof.tsx';
import { useRefused } from '../notice/refused-form.ts';
import { ReportLayout, reportPanel } from '../notice/report-layout.tsx';
import { useReported } from '../notice/use-reported.ts';

/** Posted to its own address: no script is needed. */
export function ReportFormPage({ params, search }: PageAddress) {
  const form = caseKindBySlug(params.slug ?? '');
  const reported = useReported(search);
  const given = { addresses: reported, caseNumber: search.get('case') ?? '' };
  return form ? <ReportForm form={form} given={given} /> : <NoSuchForm />;
}

interface ReportFormProps {
  form: CaseKindForm;
  /** From the link that led here. */
  given: { addresses: string; caseNumber: string };
}

function ReportForm({ form, given: { addresses, caseNumber } }: ReportFormProps) {
  const refused = useRefused();
  const values = refused?.fields ?? {
    ...(form.parts.addresses && { [form.parts.addresses]: addresses }),
    caseNumber,
  };
  const problems = new Map(Object.entries(refused?.problems ?? {}));
  return (
    <ReportLayout title={form.title} lead={<p>{form.intro}</p>}>
      {refused && <ErrorSummary {...refused} labelOf={(name) => form.fields[name]?.label ?? name} />}
      <form
        method="post"
        action={pageHref.reportForm(form.slug)}
        noValidate
        className={`${reportPanel} grid gap-6`}
      >
        <p className="text-sm text-muted">
          Fields marked * are required. If the law requires anything else, we will ask you for it later.
        </p>
        <CaseFields form={form} values={values} problems={problems} />
        <FormProof />
        <div className="flex flex-col gap-3 sm:flex-row">
          <button type="submit" className="button primary primary-hover button-large sm:min-w-48">
            Send
          </button>{' '}
          <a href={pageHref.report()} className="button quiet button-large">
            Cancel
          </a>
        </div>
      </form>
      <p className="mt-4 text-sm leading-relaxed text-pretty text-muted">
        Your notice is stored encrypted, seen only by those who decide on it, and deleted after a fixed
        period.{' '}
        <a href={pageHref.privacyPolicy()} className="underline underline-offset-2">
          Privacy Policy
        </a>
      </p>
    </ReportLayout>
  );
}

function NoSuchForm() {
  return (
    <ReportLayout title="This form does not exist">
      <p className="mt-6">
        <a href={pageHref.report()} className="underline underline-offset-2">
          Choose what you want to report
        </a>
      </p>
    </ReportLayout>
  );
}
