import type { SourceEntry, SourceFileRead, SourceItem, SourceProblem } from '../readers/index.ts';
import { type AdmitDeps, type Candidates, type FreshItem, sift } from './admit.ts';

interface SiftAllOptions extends Omit<Candidates, 'items' | 'room'> {
  batchSize?: number;
  onFresh(items: readonly FreshItem[]): void;
  /** Whether to stop reading, asked after each batch. */
  isEnough(): boolean;
  onProblem(problem: SourceProblem): void;
  /** Every address of the file was decided or handed over. */
  onFileDecided(file: SourceFileRead): void;
}

const BATCH = 1000;

/** Sifts a whole source, reading on while the database works. What was read before an error is decided too. */
export async function siftAll(
  deps: AdmitDeps,
  { batchSize = BATCH, onFresh, isEnough, onProblem, onFileDecided, ...candidates }: SiftAllOptions,
  parts: AsyncIterable<SourceEntry | readonly SourceEntry[]>,
): Promise<void> {
  let batch: SourceItem[] = [];
  let files: SourceFileRead[] = [];
  let underWay = Promise.resolve();
  const decide = async (items: readonly SourceItem[], complete: readonly SourceFileRead[]) => {
    onFresh(await sift(deps, { ...candidates, items }));
    complete.forEach(onFileDecided);
  };
  const handOver = async () => {
    await underWay;
    if (batch.length > 0 || files.length > 0) underWay = decide(batch, files);
    // Its error is handled where it is awaited.
    underWay.catch(() => undefined);
    batch = [];
    files = [];
  };
  try {
    for await (const part of parts) {
      for (const entry of Array.isArray(part) ? part : [part]) {
        if (entry.type === 'problem') onProblem(entry);
        else if (entry.type === 'item') batch.push(entry);
        else if (entry.type === 'file_read') files.push(entry);
      }
      if (batch.length < batchSize) continue;
      await handOver();
      if (isEnough()) break;
    }
  } finally {
    await handOver();
    await underWay;
  }
}
