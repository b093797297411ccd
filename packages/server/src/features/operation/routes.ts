import type { Db } from '../../db/pool.ts';
import type { Handlers } from '../../http/mount.ts';
import type { DiskWatch } from '../../lib/disk-watch.ts';
import { operationState } from './operation.ts';

export function operationRoutes(tools: { db: Db; disks: DiskWatch }): Handlers['operation'] {
  return { state: () => operationState(tools.db, tools.disks) };
}
