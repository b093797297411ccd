import { median, quantile } from '../measure.ts';
import { formatNumber, print } from '../print.ts';
import type { Times } from './visitors.ts';

/** No request over twice its median. */
const LIMIT = 2;
const COUNTED = 0.95;
const NAME_WIDTH = 26;
const HEAD = [
  'answers',
  'median',
  'backup',
  'times',
  '95 %',
  'backup',
  '99 %',
  'backup',
  'slowest',
  'backup',
];

/**
 * Prints how long each kind of request took without and with a backup beside it, and returns what is over the limit, in
 * words. A kind of which one in twenty takes twice its median without a backup too is judged by its median alone.
 */
export function judgeTimes(without: Times, beside: Times): string[] {
  printRow('milliseconds', [...HEAD, '> twice', 'backup']);
  const faults: string[] = [];
  const over = { without: 0, beside: 0, limit: 0 };
  for (const [kind, calm] of [...without].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const busy = beside.get(kind) ?? [];
    const limit = LIMIT * median(calm);
    const [calmOver, busyOver] = [calm, busy].map((times) => times.filter((ms) => ms > limit).length);
    over.without += calmOver ?? 0;
    over.beside += busyOver ?? 0;
    const at = (share: number) => [quantile(calm, share), quantile(busy, share)];
    const middles = [median(calm), median(busy)];
    printRow(kind, [
      formatNumber(busy.length),
      ...[...middles, (middles[1] ?? 0) / (middles[0] ?? 1)].map(short),
      ...[...at(COUNTED), ...at(0.99), Math.max(...calm), Math.max(...busy)].map(short),
      percent(calmOver, calm.length),
      percent(busyOver, busy.length),
    ]);
    if ((middles[1] ?? 0) > limit) faults.push(`the median of ${kind} is over twice that without a backup`);
    else if (quantile(busy, COUNTED) > limit && quantile(calm, COUNTED) <= limit)
      faults.push(`one in twenty of ${kind} takes over twice the median`);
  }
  const count = (times: Times) => [...times.values()].flat().length;
  print(
    `Over twice the median of their kind: ${percent(over.without, count(without))} without a backup, ${percent(over.beside, count(beside))} beside it.`,
  );
  return faults;
}

function short(ms: number): string {
  return ms.toFixed(1);
}

function percent(part = 0, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
}

function printRow(name: string, figures: readonly string[]): void {
  print(name.padEnd(NAME_WIDTH) + figures.map((figure) => figure.padStart(9)).join(''));
}
