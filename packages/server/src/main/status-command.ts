import { readFileSync } from 'node:fs';
import { countWaitingNotices } from '../desk/takedowns/index.ts';
import { formatRunCounts, runError, selectLatestRuns } from '../intake/crawler/index.ts';
import { countByStatus } from '../intake/downloads/index.ts';
import { listSources } from '../intake/sources/index.ts';
import type { Command } from '../kernel/command.ts';
import { execute } from '../kernel/db/run-sql.ts';
import { formatMoment } from '../kernel/lib/format-moment.ts';
import { formatSize } from '../kernel/lib/source-error.ts';
import { countUnsentMails } from '../site/mail/index.ts';
import { NO_WORKER, operationState } from '../site/operation/index.ts';
import { backupState, judgeBackups } from './backup-state.ts';
import type { Base } from './compose.ts';
import { watchDisks } from './disks.ts';

/** A line of the output. */
interface Fact {
  name: string;
  value: string;
  /** Needs attention: the exit code is 1. */
  isBad?: boolean;
}

/** A notice should be decided within a day (specification: 24-48 hours). */
const NOTICE_HOURS = 24;
const MOST_COUNTED = 1_000;
const MOST_SOURCES = 5;
const PACKAGE = new URL('../../../../package.json', import.meta.url);

/** `status`: the state of the site on one screen; what needs attention is marked. */
export const statusCommand: Command<{ base: Base }> = {
  about: 'shows the state of the site; the exit code is 1 if something needs attention',
  readsOnly: true,
  async run({ base, print }) {
    const facts = await factsOf(base);
    const width = Math.max(...facts.map(({ name }) => name.length));
    for (const { name, value, isBad } of facts) print(`${isBad ? '!' : ' '} ${name.padEnd(width)}  ${value}`);
    if (facts.some(({ isBad }) => isBad)) process.exitCode = 1;
  },
};

async function factsOf(base: Base): Promise<Fact[]> {
  const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };
  const state = await operationState(base.db, watchDisks(base.config));
  return [
    { name: 'Vesper', value: version },
    await databaseFact(base),
    ...workerFacts(state),
    ...state.disks.map(diskFact),
    await queueFact(base),
    await runFact(base),
    ...(await sourceFacts(base)),
    await noticeFact(base),
    await mailFact(base),
    await backupFact(base),
  ];
}

async function databaseFact({ db, config }: Base): Promise<Fact> {
  const rows = await execute(db)<{
    version: string;
  }>`select current_setting('server_version') as version`;
  const which = config.databaseUrl === undefined ? 'embedded' : 'of DATABASE_URL';
  return { name: 'Database', value: `PostgreSQL ${rows[0]?.version.split(' ')[0]}, ${which}` };
}

type State = Awaited<ReturnType<typeof operationState>>;

function workerFacts({ workers, lastBeatAt }: State): Fact[] {
  if (workers.length > 0)
    return workers.map(({ host, startedAt }) => ({
      name: 'Worker',
      value: `on ${host} since ${formatMoment(startedAt)}`,
    }));
  const last = lastBeatAt ? ` One was last seen at ${formatMoment(lastBeatAt)}.` : '';
  return [{ name: 'Worker', value: NO_WORKER + last, isBad: true }];
}

function diskFact({ folders, freeBytes, sizeBytes, sentence }: State['disks'][number]): Fact {
  if (sentence !== null) return { name: 'Disk', value: sentence, isBad: true };
  return {
    name: 'Disk',
    value: `${formatSize(freeBytes)} of ${formatSize(sizeBytes)} free for ${folders.join(', ')}`,
  };
}

async function queueFact({ db }: Base): Promise<Fact> {
  const { pending = 0, processing = 0, completed = 0, failed = 0 } = await countByStatus(db);
  const value = `${pending} pending, ${processing} processing, ${completed} completed, ${failed} failed`;
  return { name: 'Downloads', value };
}

async function runFact({ db }: Base): Promise<Fact> {
  const [run] = await selectLatestRuns(db, 1);
  if (!run) return { name: 'Last run', value: 'The crawler has not run yet.' };
  const error = runError(run);
  const value = `${run.status}, started ${formatMoment(run.started_at)}: ${formatRunCounts(run)}${error ? `. ${error}` : ''}`;
  return { name: 'Last run', value, isBad: run.status === 'failed' };
}

/** The sources that the crawler reads but could not. */
async function sourceFacts(base: Base): Promise<Fact[]> {
  const unread = (await listSources(base)).filter(
    ({ enabled, lastReading }) => enabled && lastReading?.result === 'not_read',
  );
  const shown = unread.slice(0, MOST_SOURCES).map(({ name, lastReading }): Fact => {
    const since = lastReading ? ` since ${formatMoment(lastReading.since)}: ${lastReading.message}` : '';
    return { name: 'Source', value: `"${name}" cannot be read${since}`, isBad: true };
  });
  const more = unread.length - shown.length;
  return more > 0 ? [...shown, { name: 'Source', value: `${more} more cannot be read`, isBad: true }] : shown;
}

async function noticeFact({ db }: Base): Promise<Fact> {
  const { waiting, oldestHours } = await countWaitingNotices(db, MOST_COUNTED);
  if (waiting === 0 || oldestHours === null) return { name: 'Notices', value: 'none waits' };
  const value = `${atMost(waiting)} waiting, the oldest for ${oldestHours} h`;
  return { name: 'Notices', value, isBad: oldestHours >= NOTICE_HOURS };
}

async function mailFact({ db, config }: Base): Promise<Fact> {
  const { waiting, failed } = await countUnsentMails(db, MOST_COUNTED);
  const noServer = config.smtp === undefined && waiting > 0;
  const value = `${atMost(waiting)} waiting, ${atMost(failed)} failed${noServer ? '; SMTP_URL is not set' : ''}`;
  return { name: 'Mails', value, isBad: failed > 0 || noServer };
}

async function backupFact({ config, clock }: Base): Promise<Fact> {
  const state = await backupState(config);
  if (!state) return { name: 'Backup', value: 'none is set up: see BACKUP_DIR' };
  const { newestAt, verifiedAt, faults } = state;
  const made = newestAt ? `of ${formatMoment(newestAt)}` : 'there is none yet';
  const verified = verifiedAt ? `the last verified one of ${formatMoment(verifiedAt)}` : 'none is verified';
  const value = [made, verified, ...faults.slice(0, 1)].join('; ');
  return { name: 'Backup', value, isBad: judgeBackups(state, config, clock.now()) !== 'ok' };
}

function atMost(count: number): string {
  return count >= MOST_COUNTED ? `${count} or more` : String(count);
}
