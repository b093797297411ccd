import { pageHref } from '@vesper/contract';
import { useClient } from '../../data/client-context.tsx';
import { useAnswer } from '../../data/use-answer.ts';
import type { PageAddress } from '../../shell/page.ts';
import { NoSuchNotice, ReportLayout, reportPanel } from '../notice/report-layout.tsx';
import { confirmationQuery } from './queries.ts';

/** Only the button confirms: mail scanners follow links. */
export function ReportConfirmPage({ params }: PageAddress) {
  const token = params.token ?? '';
  const { data: found } = useAnswer(confirmationQuery(useClient(), token));
  if (!found) return <NoSuchNotice isMissing={found === null} />;
  return (
    <ReportLayout title="Confirm Your Notice" isBelowReport={false}>
      <div className={reportPanel}>
        <p className="text-sm text-muted">
          Number: <code className="font-semibold break-all text-text select-all">{found.id}</code>
        </p>
        {found.isConfirmed ? (
          <p className="mt-4 leading-relaxed">This notice is confirmed. You need not do anything else now.</p>
        ) : (
          <>
            <p className="mt-4 leading-relaxed text-pretty">
              Please confirm that you sent this notice and that this email address is yours. If you did not
              send it, close this page: nothing happens, and you will not get a copy.
            </p>
            <form method="post" action={pageHref.reportConfirm(token)} className="mt-6">
              <button type="submit" className="button primary primary-hover button-large">
                I sent this notice
              </button>
            </form>
          </>
        )}
      </div>
    </ReportLayout>
  );
}
