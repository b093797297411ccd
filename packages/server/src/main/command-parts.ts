import type pg from 'pg';
import { createSourceLooks } from '../intake/crawler/index.ts';
import type { WithQueue } from '../kernel/jobs/queue.ts';
import { PRODUCT_TOKEN } from '../kernel/lib/product-token.ts';
import { operatorName } from './account.ts';
import { auditSettings } from './audit-settings.ts';
import { backupParts } from './backups.ts';
import { breakable } from './break-off.ts';
import type { Base } from './compose.ts';
import { composeQueue, prepareQueue } from './compose-queue.ts';
import { watchDisks } from './disks.ts';
import { composeOutside } from './outside.ts';
import { composeYtdlp, requireYtdlp } from './ytdlp.ts';

type LookAt = Parameters<typeof createSourceLooks>[1];
type Source = Parameters<ReturnType<typeof createSourceLooks>['lookAt']>[0];

export type CommandParts = ReturnType<typeof commandParts>;

/** What the features' commands may ask for. */
export function commandParts(base: Base, connection: pg.PoolConfig) {
  const withQueue: WithQueue = async (use) => {
    await prepareQueue(connection, base.log);
    const { boss, queue } = await composeQueue(connection, base.log);
    return use(queue).finally(() => boss.stop({ graceful: false }));
  };
  return {
    base,
    withQueue,
    audit: auditSettings(base),
    operator: `cli:${operatorName()}`,
    disks: watchDisks(base.config),
    backups: backupParts(base, connection),
    breakable,
    requireYtdlp: () => requireYtdlp(composeYtdlp(base.config, PRODUCT_TOKEN)),
    async lookAtSource(sources: LookAt, source: Source) {
      const { manners, close } = await composeOutside(base);
      return createSourceLooks({ ...base, manners }, sources)
        .lookAt(source)
        .finally(close);
    },
  };
}
