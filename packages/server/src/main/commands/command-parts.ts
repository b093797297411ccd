import type pg from 'pg';
import { createSourceLooks } from '../../intake/crawler/index.ts';
import type { WithQueue } from '../../kernel/jobs/queue.ts';
import { PRODUCT_TOKEN } from '../../kernel/lib/outbound/product-token.ts';
import { backupParts } from '../composition/backups.ts';
import type { Base } from '../composition/compose.ts';
import { composeQueue, prepareQueue } from '../composition/compose-queue.ts';
import { watchDisks } from '../composition/disks.ts';
import { composeOutside } from '../composition/outside.ts';
import { composeYtdlp, requireYtdlp } from '../composition/ytdlp.ts';
import { operatorName } from '../processes/account.ts';
import { breakable } from '../processes/break-off.ts';
import { auditSettings } from '../settings/audit-settings.ts';

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
