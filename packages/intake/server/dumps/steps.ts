import type { Db } from '@vesper/core/db/pool.ts';
import { transaction } from '@vesper/core/db/transaction.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import type { EmbedProviders } from '@vesper/library/embeds';
import type { VideoSourceRow } from '../sources/index.ts';
import { type DumpRunRow, holdRun } from './queries.ts';
import type { FileReader } from './read-file.ts';
import type { AfterRewording, MakeWay } from './take-lines.ts';

export interface DumpReader extends FileReader {
  clock: Clock;
  embeds: EmbedProviders;
  makeWay: MakeWay;
  afterRewording: AfterRewording;
}

export interface Turn {
  run: DumpRunRow;
  source: VideoSourceRow;
  signal: AbortSignal;
}

/** The run was stopped, or its source is gone. */
export class StoppedError extends Error {}

/** A transaction of an open run, retried after a collision. Throws StoppedError. */
export function inStep<T>(db: Db, runId: string, work: (tx: Db) => Promise<T>): Promise<T> {
  return transaction(
    db,
    async (tx) => {
      if (!(await holdRun(tx, runId))) throw new StoppedError();
      return work(tx);
    },
    { retry: ['deadlock', 'unique'], longestPauseMs: 200 },
  );
}
