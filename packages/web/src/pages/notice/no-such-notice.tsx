import { pageHref } from '@vesper/contract';
import { ReportLayout } from './report-layout.tsx';

/** In place of a private page: its link is wrong, or the page has yet to load. */
export function NoSuchNotice({ isMissing }: { isMissing: boolean }) {
  if (!isMissing) return <div aria-busy className="min-h-svh" />;
  return (
    <ReportLayout title="This notice does not exist" isBelowReport={false}>
      <p className="mt-6 leading-relaxed text-pretty">
        Please look whether the whole link of your mail was copied. You can also{' '}
        <a href={pageHref.report()} className="underline underline-offset-2">
          report something new
        </a>
        .
      </p>
    </ReportLayout>
  );
}
