import { pageHref } from '@vesper/contract';
import type { ReactNode } from 'react';

interface ReportLayoutProps {
  title: string;
  lead?: ReactNode;
  /** Adds the choice of forms to the breadcrumb. */
  isBelowReport?: boolean;
  children: ReactNode;
}

/** With a quick exit. */
export function ReportLayout({ title, lead, isBelowReport = true, children }: ReportLayoutProps) {
  return (
    <div className="wide pt-7 md:pt-10">
      <div className="mx-auto max-w-3xl">
        <header>
          <div className="flex items-center justify-between gap-4">
            <nav aria-label="Breadcrumb" className="text-sm text-muted">
              <a href={pageHref.home()} className={trailLink}>
                Home
              </a>
              {isBelowReport && (
                <>
                  <span aria-hidden className="px-2">
                    /
                  </span>
                  <a href={pageHref.report()} className={trailLink}>
                    Report
                  </a>
                </>
              )}
            </nav>{' '}
            <QuickExit />
          </div>
          <h1 className="mt-3 text-2xl font-bold tracking-tight text-balance sm:text-3xl">{title}</h1>
          {lead && <div className="mt-2 leading-relaxed text-pretty text-muted">{lead}</div>}
        </header>
        {children}
      </div>
    </div>
  );
}

const trailLink = 'inline-flex min-h-11 items-center hover:text-text hover:underline';

export const reportPanel = 'mt-6 rounded-xl border border-line bg-panel p-4 sm:p-8';

const exitLook =
  'min-h-11 shrink-0 items-center rounded-lg border border-edge px-4 text-sm font-semibold hover:bg-raised print:hidden';

/** With script, Back does not return to the site (age-gate/first-paint.ts). */
function QuickExit() {
  return (
    <>
      <button type="button" data-age-answer="leave" className={`${exitLook} inline-flex nojs:hidden`}>
        Leave this site
      </button>{' '}
      <a href="about:blank" rel="noreferrer" className={`${exitLook} hidden nojs:inline-flex`}>
        Leave this site
      </a>
    </>
  );
}

/** A private page with a wrong link, or one still loading. */
export function NoSuchNotice({ isMissing }: { isMissing: boolean }) {
  if (!isMissing) return <div aria-busy className="min-h-svh" />;
  return (
    <ReportLayout title="This notice does not exist" isBelowReport={false}>
      <p className="mt-6 leading-relaxed text-pretty">
        Please check that you copied the whole link from our email. You can also{' '}
        <a href={pageHref.report()} className="underline underline-offset-2">
          report something new
        </a>
        .
      </p>
    </ReportLayout>
  );
}
