import {
  type Client,
  pageHref,
  type ReportLine,
  type ReportOutcome,
  type TransparencyReport,
} from '@vesper/contract';
import { Download } from 'lucide-react';
import type { PageQuery } from '../../data/answers.ts';
import { useClient, useDomainConfig } from '../../data/client-context.tsx';
import { useAnswer } from '../../data/use-answer.ts';
import type { Page } from '../../shell/page.ts';
import { FailureScreen } from '../../ui/failure-screen.tsx';
import { LegalNav } from '../legal-text/legal-nav.tsx';
import { loadDescribeText, TextTrail } from '../legal-text/text-page.tsx';

export const page: Page = {
  queries: ({ client }) => [reportQuery(client)],
  loadDescribe: loadDescribeText({
    path: pageHref.transparency(),
    title: 'Transparency Report',
    description: (site) => `How many notices ${site} received, their outcomes, and how long decisions took.`,
  }),
  Component: TransparencyPage,
};

const COLUMNS: [ReportOutcome, string][] = [
  ['taken_off', 'Taken down'],
  ['was_off', 'Already removed'],
  ['no_video', 'Not on this site'],
  ['answered', 'Answered'],
  ['forwarded', 'Forwarded'],
  ['denied', 'Denied'],
  ['withdrawn', 'Withdrawn'],
  ['restored', 'Restored'],
  ['waiting', 'Waiting'],
];

function reportQuery(client: Client): PageQuery<TransparencyReport> {
  return { queryKey: ['/api/transparency'], queryFn: () => client.transparency.report() };
}

/** Counts only, no personal data. */
function TransparencyPage() {
  const { config } = useDomainConfig();
  const report = useAnswer(reportQuery(useClient()));
  if (report.data === undefined && report.error) return <FailureScreen error={report.error} />;
  const { quarters = [], countedAt = null } = report.data ?? {};
  return (
    <div className="wide text-page pt-7 md:pt-10">
      <div className="mx-auto max-w-6xl">
        <TextTrail title="Transparency Report" />
        <h1 className="mt-2 text-2xl font-bold tracking-tight sm:text-3xl">Transparency Report</h1>
        <p className="mt-3 max-w-[46rem] leading-relaxed text-pretty text-muted">
          {`How many notices ${config.siteName} received, their outcomes, and how long decisions took, by the quarter in which they were received.`}
        </p>
        <a href={pageHref.transparencyCsv()} download className="button quiet mt-5 print:hidden">
          <Download aria-hidden className="size-4" />
          Download as CSV
        </a>
        <LegalNav current={pageHref.transparency()} />
        {quarters.length === 0 && (
          <p className="mt-8 rounded-xl border border-line bg-panel p-6 text-center text-muted">
            No notices have been received yet.
          </p>
        )}
        {quarters.map(({ quarter, lines }) => (
          <Quarter key={quarter} name={quarterName(quarter)} lines={lines} />
        ))}
        {countedAt && <p className="mt-4 text-sm text-muted">{`Counted on ${countedAt.slice(0, 10)}.`}</p>}
      </div>
    </div>
  );
}

function Quarter({ name, lines }: { name: string; lines: readonly ReportLine[] }) {
  // Empty columns are left out.
  const columns = COLUMNS.filter(([outcome]) => lines.some(({ outcomes }) => outcomes[outcome] > 0));
  return (
    <div className="mt-8">
      <h2 className="text-lg font-semibold tracking-tight sm:text-xl">{name}</h2>
      <section
        className="mt-3 overflow-x-auto rounded-xl border border-line"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        aria-label={`Notices in ${name}`}
      >
        <table className="w-full text-left text-sm tabular-nums">
          <thead className="bg-panel text-xs text-muted">
            <tr>
              <th scope="col" className="px-3 py-2 font-medium">
                Kind
              </th>
              <NumberHead>Received</NumberHead>
              {columns.map(([outcome, words]) => (
                <NumberHead key={outcome}>{words}</NumberHead>
              ))}
              <NumberHead>Median time</NumberHead>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ kind, label, received, outcomes, medianHours }) => (
              <tr key={kind} className="border-t border-line">
                <th scope="row" className="px-3 py-2 font-medium">
                  {label}
                </th>
                <Numeral>{received}</Numeral>
                {columns.map(([outcome]) => (
                  <Numeral key={outcome}>{outcomes[outcome]}</Numeral>
                ))}
                <Numeral>{timeText(medianHours)}</Numeral>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

function NumberHead({ children }: { children: string }) {
  return (
    <th scope="col" className="px-3 py-2 text-right font-medium whitespace-nowrap">
      {children}
    </th>
  );
}

function Numeral({ children }: { children: string | number }) {
  return <td className="px-3 py-2 text-right whitespace-nowrap">{children}</td>;
}

/** "Fourth quarter of 2026" for 2026-Q4. */
function quarterName(quarter: string): string {
  const [year, name] = quarter.split('-Q');
  return `${['First', 'Second', 'Third', 'Fourth'][Number(name) - 1]} quarter of ${year}`;
}

function timeText(hours: number | null): string {
  if (hours === null) return '–';
  return hours < 72 ? `${hours} h` : `${Math.round(hours / 24)} days`;
}
