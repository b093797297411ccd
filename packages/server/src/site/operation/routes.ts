import type { Db } from '../../kernel/db/pool.ts';
import type { Handlers } from '../../kernel/http/mount.ts';
import type { DiskWatch } from '../../kernel/lib/disk-watch.ts';
import { operationState } from './operation.ts';

export function operationRoutes(tools: { db: Db; disks: DiskWatch }): Handlers['operation'] {
  return { state: () => operationState(tools.db, tools.disks) };
}
