import { withoutControls } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import type { SourceProblem } from '../readers/index.ts';
import type { Reading } from '../sources/index.ts';
import { insertProblem } from './queries.ts';

const MAX_KINDS = 100;

export type Problem = Pick<SourceProblem, 'url' | 'message' | 'host'>;

export type ProblemLog = ReturnType<typeof createProblemLog>;

interface Kind {
  sourceId: string;
  first: Problem;
  count: number;
}

/** Stores one sentence per kind of problem. */
export function createProblemLog(db: Db, runId: string) {
  const kinds = new Map<string, Kind>();
  let count = 0;
  return {
    add(sourceId: string, problem: Problem) {
      count += 1;
      const key = `${sourceId} ${kindOf(problem)}`;
      const kind = kinds.get(key);
      if (kind) kind.count += 1;
      else if (kinds.size < MAX_KINDS) kinds.set(key, { sourceId, first: problem, count: 1 });
    },
    async save(sourceId: string) {
      for (const { first, count, ...kind } of kinds.values()) {
        if (kind.sourceId !== sourceId) continue;
        const problem = { crawler_run_id: runId, source_id: sourceId, url: first.url.slice(0, 2000) };
        await insertProblem(db, { ...problem, message: sentenceOf(first, count) });
      }
    },
    count: () => count,
  };
}

/** Groups problems by other site, or by sentence without address and line. */
function kindOf({ message, host }: Problem): string {
  return host ?? message.replace(/"[^"]*"|https?:\/\/\S+|\d[\d,.]*/g, '#');
}

export function sentenceOf({ message, host }: Problem, count: number): string {
  if (count === 1) return stored(message);
  const n = count.toLocaleString('en');
  return stored(host ? `${n} addresses of ${host} belong to another site.` : `${message} (${n} times)`);
}

function stored(sentence: string): string {
  return withoutControls(sentence).slice(0, 1000);
}

export interface SourceReading extends Reading {
  name: string;
}

const MOST_NAMED = 5;
const LONGEST_SENTENCE = 200;

/** Summarises sources not read, or only in part; null if there are none. */
export function unreadMessage(
  readings: readonly SourceReading[],
  { asked, problems }: { asked: number; problems: number },
): string | null {
  const unread = readings.filter(({ result }) => result === 'not_read');
  const inPart = readings.filter(({ result }) => result === 'in_part');
  if (unread.length > 0) {
    const isAll = unread.length === asked;
    const head = isAll
      ? 'No source could be read.'
      : `${unread.length} of ${asked} sources could not be read.`;
    return `${head} ${nameSome(unread)}`;
  }
  if (inPart.length === 0) return null;
  const [first] = inPart;
  return problems === 1 && first?.message ? first.message : `${problems} problems. ${nameSome(inPart)}`;
}

function nameSome(readings: readonly SourceReading[]): string {
  const named = readings
    .slice(0, MOST_NAMED)
    .map(({ name, message }) => `${name}: ${(message ?? '').slice(0, LONGEST_SENTENCE)}`);
  const others = readings.length - named.length;
  return `${named.join(' ')}${others > 0 ? ` And ${others} more.` : ''}`;
}
