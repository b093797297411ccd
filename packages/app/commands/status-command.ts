import type { Command } from '@vesper/core/command.ts';
import { execute } from '@vesper/core/db/run-sql.ts';
import type { DiskWatch } from '@vesper/core/lib/files/disk-watch.ts';
import { PRODUCT_TOKEN } from '@vesper/core/lib/outbound/product-token.ts';
import { formatSize } from '@vesper/core/lib/outbound/source-error.ts';
import { formatMoment } from '@vesper/core/lib/text/format-moment.ts';
import { versionOfVesper } from '@vesper/core/lib/vesper-version.ts';
import { formatRunCounts, runError, selectLatestRuns } from '@vesper/intake/crawler';
import { countByStatus } from '@vesper/intake/downloads';
import {
  allDisks,
  conditionsOf,
  type KnownFacts,
  MOST_COUNTED,
  NO_WORKER,
  type SiteFacts,
} from '@vesper/site/operation';
import type { Base } from '../composition/compose.ts';
import { composeTranslator } from '../composition/outside.ts';
import { createSiteLook } from '../composition/site-look.ts';

interface Fact {
  name: string;
  value: string;
  /** Conditions it shows, by the start of their keys. */
  shows?: string;
}

export const statusCommand: Command<{ base: Base; disks: DiskWatch }> = {
  about: 'shows the state of the site; the exit code is 1 if something needs attention',
  readsOnly: true,
  async run({ base, disks, print }) {
    const outside = composeTranslator(base.config, PRODUCT_TOKEN);
    const look = createSiteLook({ base, disks, translator: outside.translator });
    const state = await look().finally(outside.close);
    const conditions = conditionsOf(state);
    const facts = await factsOf(base, state);
    const width = Math.max(...facts.map(({ name }) => name.length));
    for (const { name, value, shows } of facts) {
      const isBad = shows !== undefined && conditions.some(({ key }) => key.startsWith(shows));
      print(`${isBad ? '!' : ' '} ${name.padEnd(width)}  ${value}`);
    }
    if (conditions.length === 0) return;
    print('\nThis needs attention:');
    for (const { sentence, todo } of conditions) print(`! ${sentence}\n  ${todo}`);
    process.exitCode = 1;
  },
};

async function factsOf(base: Base, { known }: SiteFacts): Promise<Fact[]> {
  const own = { name: 'Vesper', value: versionOfVesper() };
  if (!known) return [own, { name: 'Database', value: 'does not answer', shows: 'database' }];
  return [
    own,
    await databaseFact(base),
    ...workerFacts(known.operation),
    ...allDisks(known).map(diskFact),
    await queueFact(base),
    await runFact(base),
    noticeFact(known),
    mailFact(known),
    backupFact(known),
  ];
}

async function databaseFact({ db, config }: Base): Promise<Fact> {
  const rows = await execute(db)<{
    version: string;
  }>`select current_setting('server_version') as version`;
  const which = config.databaseUrl === undefined ? 'embedded' : 'of DATABASE_URL';
  const value = `PostgreSQL ${rows[0]?.version.split(' ')[0]}, ${which}`;
  return { name: 'Database', value, shows: 'database' };
}

type State = KnownFacts['operation'];

function workerFacts({ workers, lastBeatAt }: State): Fact[] {
  if (workers.length > 0)
    return workers.map(({ host, startedAt }) => ({
      name: 'Worker',
      value: `on ${host} since ${formatMoment(startedAt)}`,
    }));
  const last = lastBeatAt ? ` One was last seen at ${formatMoment(lastBeatAt)}.` : '';
  return [{ name: 'Worker', value: NO_WORKER + last, shows: 'no-worker' }];
}

function diskFact({ folders, freeBytes, sizeBytes, sentence }: State['disks'][number]): Fact {
  if (sentence !== null) return { name: 'Disk', value: sentence, shows: 'disk' };
  return {
    name: 'Disk',
    value: `${formatSize(freeBytes)} of ${formatSize(sizeBytes)} free for ${folders.join(', ')}`,
  };
}

async function queueFact({ db }: Base): Promise<Fact> {
  const { pending = 0, processing = 0, completed = 0, failed = 0 } = await countByStatus(db);
  const value = `${pending} pending, ${processing} processing, ${completed} completed, ${failed} failed`;
  return { name: 'Downloads', value, shows: 'downloads' };
}

async function runFact({ db }: Base): Promise<Fact> {
  const [run] = await selectLatestRuns(db, 1);
  if (!run) return { name: 'Last run', value: 'The crawler has not run yet.' };
  const error = runError(run);
  const value = `${run.status}, started ${formatMoment(run.started_at)}: ${formatRunCounts(run)}${error ? `. ${error}` : ''}`;
  return { name: 'Last run', value, shows: 'run-failed' };
}

function noticeFact({ cases: { waiting, oldestAt } }: KnownFacts): Fact {
  if (oldestAt === null) return { name: 'Notices', value: 'none waiting' };
  const value = `${atMost(waiting)} waiting, the oldest since ${formatMoment(oldestAt)}`;
  return { name: 'Notices', value, shows: 'cases' };
}

function mailFact({ mail: { isSetUp, waiting, failed } }: KnownFacts): Fact {
  const value = `${atMost(waiting)} waiting, ${atMost(failed)} failed${isSetUp ? '' : '; SMTP_URL is not set'}`;
  return { name: 'Email', value, shows: 'mail' };
}

function backupFact({ backup }: KnownFacts): Fact {
  if (!backup)
    return {
      name: 'Backup',
      value: 'not set up: see BACKUP_DIR and BACKUP_S3_BUCKET',
      shows: 'backup',
    };
  const { newestAt, verifiedAt } = backup;
  const made = newestAt ? `newest from ${formatMoment(newestAt)}` : 'none yet';
  const verified = verifiedAt ? `newest verified of ${formatMoment(verifiedAt)}` : 'none verified';
  return { name: 'Backup', value: `${made}; ${verified}`, shows: 'backup' };
}

function atMost(count: number): string {
  return count >= MOST_COUNTED ? `${count} or more` : String(count);
}
