import { CASE_KIND_FORMS, pageHref } from '@vesper/contract';
import { ChevronRight } from 'lucide-react';
import type { PageAddress } from '../../shell/page.ts';
import { ReportLayout } from '../notice/report-layout.tsx';

export function ReportPage({ search }: PageAddress) {
  const reported = search.get('url') ?? undefined;
  return (
    <ReportLayout
      title="Report Something"
      lead="You do not need an account or to confirm your age. Choose what fits best: we read your notice even if it is not quite the right form."
      isBelowReport={false}
    >
      <h2 className="mt-6 text-lg font-semibold">What is it about?</h2>
      <ul className="mt-3 grid gap-2">
        {CASE_KIND_FORMS.map(({ slug, choice, title }) => (
          <li key={slug}>
            <a
              href={pageHref.reportForm(slug, reported)}
              className="flex min-h-16 items-center justify-between gap-4 rounded-xl border border-line bg-panel px-4 py-3 hover:border-edge hover:bg-raised sm:px-5"
            >
              <span>
                <span className="block font-medium text-pretty">{choice}</span>{' '}
                <span className="mt-0.5 block text-sm text-muted">{title}</span>
              </span>
              <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
            </a>
          </li>
        ))}
      </ul>
      <div className="text-body mt-8">
        <h2 className="text-lg font-semibold">What happens next</h2>
        <ul>
          <li>You get a number and a private page that shows the status of your notice.</li>
          <li>
            If you give an email address and this site can send email, you get a receipt with a link to
            confirm that the address is yours. Confirmed notices are reviewed first.
          </li>
          <li>
            If something that the law requires is missing, we ask you for it. No notice is rejected for that.
          </li>
          <li>We decide, tell you why, and tell you what you can do if you disagree.</li>
        </ul>
        <p>If someone is in danger now, please call the police or your country's emergency number.</p>
      </div>
    </ReportLayout>
  );
}
