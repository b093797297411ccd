import type pg from 'pg';
import { createDb, createPool } from '../../kernel/db/pool.ts';
import { systemClock } from '../../kernel/lib/clock.ts';
import { conditionsOf } from '../../site/operation/index.ts';
import { composeStorages } from '../composition/compose.ts';
import { watchDisks } from '../composition/disks.ts';
import { createSiteLook } from '../composition/site-look.ts';
import type { Config } from '../settings/config.ts';
import { type Finding, ok, warning } from './finding.ts';

/** The doctor has checks of its own for these. */
const CHECKED_ELSEWHERE = /^(?:disk|storage|translator|mail-not-set-up)/;

/** What needs a person as the running site would say it; the database must have this version. */
export async function checkConditions(config: Config, connection: pg.PoolConfig): Promise<Finding[]> {
  const options = { connection, maxConnections: 2, applicationName: 'vesper-doctor' };
  const db = createDb(createPool({ ...options, onIdleError: () => {} }));
  const storages = await composeStorages(config);
  const look = createSiteLook({
    base: { config, db, clock: systemClock, storages },
    ...{ disks: watchDisks(config), translator: undefined },
  });
  const facts = await look().finally(async () => {
    storages.close();
    await db.destroy();
  });
  const conditions = conditionsOf(facts).filter(({ key }) => !CHECKED_ELSEWHERE.test(key));
  const workers = facts.known?.operation.workers.length ?? 0;
  const running = workers === 1 ? '1 worker is running.' : `${workers} workers are running.`;
  return [
    ...(workers > 0 ? [ok('Workers', running)] : []),
    ...conditions.map(({ key, sentence, todo }) =>
      warning(key === 'no-worker' ? 'Workers' : 'Site', sentence, todo),
    ),
  ];
}
