import type { Db } from '../../db/pool.ts';
import type { Handlers } from '../../http/mount.ts';
import { livingWorkers } from './operation.ts';

export function operationRoutes({ db }: { db: Db }): Handlers['operation'] {
  return { state: () => livingWorkers(db) };
}
