import type { SourceEntry, SourceItem } from '../readers/index.ts';
import { type AdmitDeps, admit, type Candidates, type Decisions, type FreshItem, sift } from './admit.ts';

type FileRead = Extract<SourceEntry, { type: 'file_read' }>;

interface AdmitAllOptions extends Omit<Candidates, 'items'> {
  batchSize?: number;
  /** Gets what may be queued instead of the queue. Without it, what has no room is recorded in the ledger. */
  onFresh?(items: readonly FreshItem[]): void;
  /** Whether to read no further, asked after each batch. */
  isEnough?(): boolean;
  onProblem(problem: Extract<SourceEntry, { type: 'problem' }>): void;
  onBatch?(decisions: Decisions): void;
  /** Everything in that file was decided, nothing postponed for lack of room. */
  onFileDecided?(file: FileRead): Promise<void>;
}

/** While there is room, not much more than can be used. */
const BATCH = 1000;
/** For batches that only go into the ledger: larger ones touch more neighbours in its index. */
const BULK = 20_000;
/** Concurrent batches that only go into the ledger. */
const AT_ONCE = 2;

/**
 * Decides about everything that a source names, reading on while the database works. What was read before the source
 * fails, or before `parts` throws, is decided too. Returns how many were queued.
 */
export async function admitAll(
  admission: AdmitDeps,
  { batchSize, onFresh, isEnough, onProblem, onBatch, onFileDecided, ...candidates }: AdmitAllOptions,
  parts: AsyncIterable<SourceEntry | readonly SourceEntry[]>,
): Promise<number> {
  let room = candidates.room;
  const work = createWorkQueue();
  let files: FileRead[] = [];
  let isLeftOut = false;
  const admitBatch = async (items: readonly SourceItem[]) => {
    if (!onFresh) return admit(admission, { ...candidates, room, items });
    const { fresh, decisions } = await sift(admission, { ...candidates, items });
    onFresh(fresh);
    return decisions;
  };
  const decide = async (items: readonly SourceItem[], complete: readonly FileRead[]) => {
    const decisions = await admitBatch(items);
    room -= decisions.new;
    isLeftOut ||= decisions.over_quota > 0;
    onBatch?.(decisions);
    if (!isLeftOut) for (const file of complete) await onFileDecided?.(file);
  };
  // While there is room, each batch must know how much the last one left; what is handed over keeps its order.
  const handOver = async (items: readonly SourceItem[]) => {
    await work.untilFewerThan(room > 0 || onFresh ? 1 : AT_ONCE);
    if (items.length > 0 || files.length > 0) work.add(decide(items, files));
    files = [];
  };
  let batch: SourceItem[] = [];
  const note = (entry: SourceEntry) => {
    if (entry.type === 'problem') onProblem(entry);
    else if (entry.type === 'item') batch.push(entry);
    else if (entry.type === 'file_read') files.push(entry);
  };
  try {
    for await (const part of parts) {
      for (const entry of Array.isArray(part) ? part : [part]) note(entry);
      if (batch.length < (batchSize ?? (room > 0 || onFresh ? BATCH : BULK))) continue;
      await handOver(batch);
      batch = [];
      if (isEnough?.()) break;
    }
  } finally {
    await handOver(batch);
    await work.untilFewerThan(1);
  }
  return candidates.room - room;
}

/** Pending work. Its first error is thrown to the next who waits. */
function createWorkQueue() {
  const underWay = new Set<Promise<void>>();
  let failure: { error: unknown } | undefined;
  return {
    add(work: Promise<void>): void {
      const settled = work
        .catch((error: unknown) => {
          failure ??= { error };
        })
        .finally(() => underWay.delete(settled));
      underWay.add(settled);
    },
    async untilFewerThan(count: number): Promise<void> {
      while (underWay.size >= count && !failure) await Promise.race(underWay);
      if (!failure) return;
      await Promise.all(underWay);
      throw failure.error;
    },
  };
}
