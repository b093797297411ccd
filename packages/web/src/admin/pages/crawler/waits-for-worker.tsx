import type { CrawlerRun } from '@vesper/contract';
import { useOperation } from '../../data/use-operation.ts';

/** Explains why a running crawl does not move: there is no worker. */
export function WaitsForWorker({ status }: Pick<CrawlerRun, 'status'>) {
  const { data } = useOperation();
  if (status !== 'running' || data?.workers.length !== 0) return null;
  return <p className="w-full text-xs text-warn">Waiting for a worker.</p>;
}
