import { withoutControls } from '@vesper/contract';
import type { Db } from '../../db/pool.ts';
import { insertProblem } from './queries.ts';

/** Further problems of a run are only counted. */
const MAX_PROBLEMS = 100;

/** What a run could not read: kept in the database, a sentence each, and summed up for the run itself. */
export interface ProblemLog {
  add(sourceId: string, url: string, message: string): Promise<void>;
  /** One sentence about all of them; null where there were none. */
  summary(): string | null;
}

export function createProblemLog(db: Db, runId: string): ProblemLog {
  let count = 0;
  let first: string | undefined;
  return {
    async add(sourceId, url, message) {
      count += 1;
      first ??= message;
      if (count > MAX_PROBLEMS) return;
      await insertProblem(db, {
        crawler_run_id: runId,
        source_id: sourceId,
        url: url.slice(0, 2000),
        message: withoutControls(message).slice(0, 1000),
      });
    },
    summary() {
      if (first === undefined) return null;
      return count === 1 ? first : `${count} problems; the first: ${first}`;
    },
  };
}
