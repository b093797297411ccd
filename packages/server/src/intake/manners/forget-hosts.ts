import type { Db } from '../../kernel/db/pool.ts';
import { deleteForgotten } from './host-queries.ts';

const KEPT_MS = 90 * 86_400_000;

export function forgetHosts(db: Db, now: Date): Promise<void> {
  return deleteForgotten(db, new Date(now.getTime() - KEPT_MS));
}
