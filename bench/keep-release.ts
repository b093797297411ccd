/** script/keep-release: stores test data of the current version in db/releases, to test later versions with. */

import { existsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { runMain } from '../packages/app/processes/process.ts';
import { AppError } from '../packages/core/server/lib/app-error.ts';
import { systemClock } from '../packages/core/server/lib/clock.ts';
import { silentLog } from '../packages/core/server/lib/log.ts';
import { versionOfVesper } from '../packages/core/server/lib/vesper-version.ts';
import { createFsStorage } from '../packages/core/server/storage/fs-storage.ts';
import { startTestServer } from '../packages/test/database.ts';
import { NAMES, READS, RELEASES, releasedVersions } from '../packages/test/releases.ts';
import { startTestSite, type TestSite } from '../packages/test/site.ts';
import { makeBackup } from '../packages/upkeep/server/backups/make-backup.ts';
import { print } from './print.ts';
import { fillRelease } from './release/fill-release.ts';
import { namesOf } from './release/names.ts';
import { recordReads } from './release/record-reads.ts';

const CACHE = fileURLToPath(new URL('../.cache', import.meta.url));
const { signal } = new AbortController();

await runMain(async () => {
  const { values } = parseArgs({ options: { again: { type: 'boolean', default: false } } });
  const version = versionOfVesper();
  if (!releasedVersions().includes(version))
    throw new AppError('bad_request', `CHANGELOG.md does not name ${version} as released.`);
  const folder = path.join(RELEASES, version);
  if (existsSync(folder) && !values.again)
    throw new AppError(
      'bad_request',
      `${version} is already stored; --again replaces it until it is published.`,
    );
  const server = await startTestServer();
  try {
    const site = await startTestSite();
    await keep(site, { version, folder }).finally(() => site.close());
  } finally {
    await server.stop();
  }
});

async function keep(site: TestSite, { version, folder }: { version: string; folder: string }): Promise<void> {
  await fillRelease(site.base.db, site.superuser);
  const reads = await recordReads(site);
  // Keep the existing one until the new one is complete.
  const making = path.join(CACHE, 'release');
  await rm(making, { recursive: true, force: true });
  const storage = createFsStorage(making);
  const source = {
    ...{ connection: site.connection, leftOut: [], vesper: version, clock: systemClock, log: silentLog },
    ...{ storages: site.base.storages, settings: () => ({ signingKey: undefined, given: {} }) },
    ...{ sealed: ['cases'], countKnownLost: async () => 0 },
  };
  const { tables } = await makeBackup(source, { storage, signal, files: 'none' });
  await rm(path.join(making, '.incoming'), { recursive: true, force: true });
  const empty = tables.filter(({ rows }) => rows === 0).map(({ table }) => table);
  if (empty.length > 0)
    throw new Error(`No rows in ${empty.join(', ')}: add one in bench/release/fill-release.ts.`);
  const client = new pg.Client(site.connection);
  await client.connect();
  const names = await namesOf(client).finally(() => client.end());
  await writeFile(path.join(making, READS), `${JSON.stringify(reads, null, 1)}\n`);
  await writeFile(path.join(making, NAMES), `${JSON.stringify(names, null, 1)}\n`);
  await rm(folder, { recursive: true, force: true });
  await rename(making, folder);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  print(`${version}: ${tables.length} tables with ${rows} rows, ${reads.length} queries of visitors.`);
}
