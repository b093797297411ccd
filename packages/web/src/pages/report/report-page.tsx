import { CASE_KIND_FORMS, pageHref } from '@vesper/contract';
import { ChevronRight } from 'lucide-react';
import type { PageAddress } from '../../shell/page.ts';
import { ReportLayout } from '../notice/report-layout.tsx';

export function ReportPage({ search }: PageAddress) {
  const reported = search.get('url') ?? undefined;
  return (
    <ReportLayout
      title="Report Something"
      lead="You need no account, and need not say that you are 18. Choose what fits best: if it is not quite the right form, we read it all the same."
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
        <h2 className="text-lg font-semibold">What happens then</h2>
        <ul>
          <li>You get a number and a private page, on which you can see what becomes of your notice.</li>
          <li>
            If you give an email address and this site can send mail, you get a receipt with a link to confirm
            that the address is yours. Confirmed notices are seen first.
          </li>
          <li>
            If something is missing that the law asks for, we ask you for it. Nothing is refused for that.
          </li>
          <li>We decide, tell you why, and tell you what you can do if you disagree.</li>
        </ul>
        <p>If somebody is in danger now, please call the police or the emergency number of your country.</p>
      </div>
    </ReportLayout>
  );
}
