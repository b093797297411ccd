import { withoutControls } from '@vesper/contract';
import type { Db } from '../../kernel/db/pool.ts';
import type { Reading } from '../sources/index.ts';
import { insertProblem } from './queries.ts';

/** Further problems of a run are only counted. */
const MAX_PROBLEMS = 100;

/** What a run could not read: stored in the database, a sentence each. */
export interface ProblemLog {
  add(sourceId: string, url: string, message: string): Promise<void>;
  count(): number;
}

export function createProblemLog(db: Db, runId: string): ProblemLog {
  let count = 0;
  return {
    async add(sourceId, url, message) {
      count += 1;
      if (count > MAX_PROBLEMS) return;
      await insertProblem(db, {
        crawler_run_id: runId,
        source_id: sourceId,
        url: url.slice(0, 2000),
        message: withoutControls(message).slice(0, 1000),
      });
    },
    count: () => count,
  };
}

/** How a run read one of its sources. */
export interface SourceReading extends Reading {
  name: string;
}

/** This many sources are named, each with a sentence of limited length. */
const MOST_NAMED = 5;
const LONGEST_SENTENCE = 200;

/**
 * A run's summary of sources not read, or only in part; null if there are none. Single pages among the `asked` have no
 * reading: they are read with their videos.
 */
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
