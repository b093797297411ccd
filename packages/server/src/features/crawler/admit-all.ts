import type { readSource, SourceItem } from '../readers/index.ts';
import { type Admission, admit, type Candidates, type Decisions } from './admit.ts';

type SourceEntry = ReturnType<typeof readSource> extends AsyncIterable<infer Entry> ? Entry : never;

export interface AdmitAllOptions extends Omit<Candidates, 'items'> {
  batchSize?: number;
  onProblem(problem: Extract<SourceEntry, { type: 'problem' }>): void;
}

/** Many enough that the statements of a batch cost little, few enough to hold in hand twice. */
const BATCH = 2000;

/**
 * Decides about everything that a source names. While the database has one batch, the next is read: at most two are
 * in memory. What was read before the source fails, or before `entries` throws, is decided about too.
 */
export async function admitAll(
  admission: Admission,
  { batchSize = BATCH, onProblem, ...candidates }: AdmitAllOptions,
  entries: AsyncIterable<SourceEntry>,
  onBatch: (decisions: Decisions) => void,
): Promise<void> {
  let room = candidates.room;
  let underWay: Promise<void> = Promise.resolve();
  const decide = async (items: readonly SourceItem[]) => {
    const decisions = await admit(admission, { ...candidates, room, items });
    room -= decisions.new;
    onBatch(decisions);
  };
  const handOver = async (items: readonly SourceItem[]) => {
    await underWay;
    underWay = decide(items);
    // Whoever waits for it next meets its error; until then nobody does.
    underWay.catch(() => {});
  };
  let batch: SourceItem[] = [];
  try {
    for await (const entry of entries) {
      if (entry.type === 'problem') onProblem(entry);
      else if (entry.type === 'item') batch.push(entry);
      if (batch.length < batchSize) continue;
      await handOver(batch);
      batch = [];
    }
  } finally {
    if (batch.length > 0) await handOver(batch);
    await underWay;
  }
}
