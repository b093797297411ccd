import type { CrawlerRun } from '@vesper/contract';
import { useOperation } from '../../data/use-operation.ts';

/** Says of a run that is going why nothing moves, where no worker lives. */
export function WaitsForWorker({ status }: Pick<CrawlerRun, 'status'>) {
  const { data } = useOperation();
  if (status !== 'running' || data?.workers.length !== 0) return null;
  return <p className="w-full text-xs text-warn">It waits for a worker.</p>;
}
