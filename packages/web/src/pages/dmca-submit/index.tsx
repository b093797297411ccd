import { type CaseKindForm, copyright, pageHref } from '@vesper/contract';
import { ArrowLeft } from 'lucide-react';
import type { Page, PageAddress } from '../../shell/page.ts';
import { LegalNav } from '../legal-text/legal-nav.tsx';
import { loadDescribeText } from '../legal-text/text-page.tsx';
import { ErrorSummary } from '../notice/error-summary.tsx';
import { formProofQuery } from '../notice/form-proof.tsx';
import { useRefused } from '../notice/refused-form.ts';
import { useReported } from '../notice/use-reported.ts';
import { NoticeForm } from './notice-form.tsx';
import { NoticeSubmitted } from './notice-submitted.tsx';
import { useNotice } from './use-notice.ts';

export const page: Page = {
  queries: ({ client }) => [formProofQuery(client)],
  loadDescribe: loadDescribeText({
    path: pageHref.dmcaSubmit(),
    title: 'Submit DMCA Takedown Request',
    above: [{ name: 'DMCA Policy', path: pageHref.dmca() }],
    description: (site) =>
      `File a copyright infringement notification with ${site}. Requests are reviewed within 24-48 hours.`,
  }),
  Component: DmcaSubmitPage,
};

const FIELDS: CaseKindForm['fields'] = copyright.fields;

function DmcaSubmitPage({ search }: PageAddress) {
  const refused = useRefused();
  const reported = useReported(search);
  const notice = useNotice(reported, refused);
  return (
    <div className="wide pt-7 md:pt-10">
      <div className="mx-auto max-w-3xl">
        {notice.submitted ? (
          <NoticeSubmitted notice={notice.submitted} />
        ) : (
          <>
            <FormHeading />
            <LegalNav current={pageHref.dmcaSubmit()} />
            <section
              aria-labelledby="form-title"
              className="mt-6 rounded-xl border border-line bg-panel p-4 sm:p-8"
            >
              <h2 id="form-title" className="text-lg font-semibold tracking-tight sm:text-xl">
                DMCA Notification Form
              </h2>
              <p className="mt-1 text-sm text-muted">All fields marked with * are required by law.</p>
              {refused && <ErrorSummary {...refused} labelOf={(name) => FIELDS[name]?.label ?? name} />}
              <NoticeForm notice={notice} values={refused?.fields ?? { infringingUrl: reported }} />
            </section>
          </>
        )}
      </div>
    </div>
  );
}

function FormHeading() {
  return (
    <header>
      <a href={pageHref.dmca()} aria-label="Back to DMCA Policy" className="icon-button -ml-3">
        <ArrowLeft aria-hidden className="size-5" />
      </a>
      <h1 className="mt-1 text-2xl font-bold tracking-tight text-balance sm:text-3xl">
        Submit DMCA Takedown Request
      </h1>
      <p className="mt-2 leading-relaxed text-pretty text-muted">
        File a copyright infringement notification under the Digital Millennium Copyright Act
      </p>
    </header>
  );
}
