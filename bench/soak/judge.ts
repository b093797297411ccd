import { median, quantile } from '../measure.ts';
import { formatNumber, print } from '../print.ts';
import type { ClientsReport, Failure } from './clients.ts';

const MOST_OF_MEDIAN = 10;
const MOST_GROWTH = 1.1;
/** What a killed process had open fails at once; so does what was written to it just then. */
const FAILS_WITHIN_MS = 2000;
const DYING_MS = 100;

/** What was seen of the site meanwhile. */
export interface Watched {
  /** Megabytes of all web processes together, at each look. */
  webMb: number[];
  /** When a web process was killed, by the clock in milliseconds. */
  killedAt: number[];
  /** Views that the database has more than before. */
  addedViews: number;
  log: string;
}

/** Prints what visitors had, and returns what should not be so, in words. */
export function judgeSoak({ times, failures, countedViews }: ClientsReport, watched: Watched): string[] {
  return [
    ...judgeTimes(times),
    ...judgeFailures(failures, watched.killedAt),
    ...judgeMemory(watched),
    ...judgeViews(countedViews, watched),
    ...judgeLog(watched.log),
  ];
}

function judgeTimes(times: ClientsReport['times']): string[] {
  printRow('', ['answers', 'median ms', '99 % ms', 'times']);
  for (const [kind, ofKind] of Object.entries(times)) printTimes(kind, ofKind);
  const ratio = printTimes('all', Object.values(times).flat());
  return ratio > MOST_OF_MEDIAN ? [`the 99th percentile is ${ratio.toFixed(1)} times the median`] : [];
}

function printTimes(kind: string, times: readonly number[]): number {
  const high = quantile(times, 0.99);
  const middle = median(times);
  const ratio = high / middle;
  printRow(kind, [formatNumber(times.length), ...[middle, high, ratio].map((figure) => figure.toFixed(1))]);
  return ratio;
}

function printRow(name: string, figures: readonly string[]): void {
  print(name.padEnd(18) + figures.map((figure) => figure.padStart(11)).join(''));
}

/** Only what a killed process had open may fail. */
function judgeFailures(failures: readonly Failure[], killedAt: readonly number[]): string[] {
  const isOfKill = ({ startedAt, endedAt }: Failure) =>
    killedAt.some((at) => startedAt <= at + DYING_MS && endedAt >= at && endedAt <= at + FAILS_WITHIN_MS);
  const others = failures.filter((failure) => !isOfKill(failure));
  print(`\nFailed: ${failures.length - others.length} at ${killedAt.length} kills, ${others.length} others.`);
  for (const { kind, reason } of others.slice(0, 10)) print(`  ${kind}: ${reason}`);
  return others.length > 0 ? [`${others.length} requests failed`] : [];
}

function judgeMemory({ webMb, killedAt }: Watched): string[] {
  const half = webMb.length >> 1;
  const [early, late] = [median(webMb.slice(0, half)), median(webMb.slice(half))];
  print(
    `Web processes together: ${early.toFixed(0)} MB in the first half, ${late.toFixed(0)} MB in the second, at most ${Math.max(...webMb).toFixed(0)} MB.`,
  );
  // Restarted processes start from nothing.
  return killedAt.length === 0 && late > MOST_GROWTH * early ? ['the web processes grow'] : [];
}

function judgeViews(countedViews: number, { addedViews, killedAt }: Watched): string[] {
  print(`Views: ${countedViews} counted to visitors, ${addedViews} added in the database.`);
  // A process that is killed loses those of two seconds.
  return killedAt.length === 0 && addedViews !== countedViews ? ['views are missing, or too many'] : [];
}

function judgeLog(log: string): string[] {
  const isOfKill = (line: string) => line.includes('"signal":"SIGKILL"');
  const errors = log.split('\n').filter((line) => /"level":(50|60)/.test(line) && !isOfKill(line));
  return errors.length > 0 ? [`${errors.length} errors in the log, the first: ${errors[0]}`] : [];
}
