import { hostname } from 'node:os';
import { isAuditBroken } from '@vesper/access/audit';
import { findNewer, readMigrations } from '@vesper/core/db/migrate.ts';
import { ping } from '@vesper/core/db/pool.ts';
import { createDiskWatch, type DiskWatch } from '@vesper/core/lib/files/disk-watch.ts';
import { createHeld } from '@vesper/core/lib/held.ts';
import { selectLatestRuns } from '@vesper/intake/crawler';
import { countByStatus, selectOldestReady } from '@vesper/intake/downloads';
import { selectSourcesInNeed } from '@vesper/intake/sources';
import { countOpenCases } from '@vesper/notices/cases';
import { selectFirstDomainAt } from '@vesper/site/domains';
import { countUnsentMails, selectMailMoments } from '@vesper/site/mail';
import { type KnownFacts, MOST_COUNTED, operationState, type SiteFacts } from '@vesper/site/operation';
import { sumSince } from '@vesper/site/statistics';
import type { BackupState } from '@vesper/upkeep/backups';
import { countLost } from '@vesper/upkeep/health';
import { countMediaJobsByStatus, selectOldestReadyJob } from '@vesper/upkeep/media-jobs';
import type { Translator } from '@vesper/words/translations';
import type { Config } from '../settings/config.ts';
import { judgeBackups, verifiedLimitDays, watchBackups } from './backup-state.ts';
import type { Base } from './compose.ts';

export interface SiteLookParts {
  base: Pick<Base, 'config' | 'db' | 'clock' | 'storages'>;
  disks: DiskWatch;
  translator: Translator | undefined;
}

/** Backups, bucket and translator may be on other machines. */
const OUTSIDE_MS = 60_000;
const ANSWER_MS = 10_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MOST_SOURCES = 50;
/** Does not exist: only whether the place answers matters. */
const NO_FILE = 'videos/00/none/probe.txt';

const UNREADABLE = { newestAt: null, verifiedAt: null, word: 'unreadable' } as const;

export function createSiteLook({ base, disks, translator }: SiteLookParts): () => Promise<SiteFacts> {
  const { config, db, clock } = base;
  const outside = lookOutside(base, translator);
  const backupDisk = watchBackupDisk(config, disks);
  // A hanging mount keeps its last state.
  let lastBackupDisk: KnownFacts['backupDisk'] = null;
  const migrations = readMigrations();

  async function readDatabase(now: Date) {
    const [
      operation,
      newerVersion,
      downloads,
      mediaJobs,
      endings,
      [run],
      sources,
      mails,
      moments,
      cases,
      missingFiles,
      auditIsBroken,
      firstDomainAt,
    ] = await Promise.all([
      operationState(db, disks),
      findNewer(db, migrations),
      lookAtDownloads(base),
      lookAtMediaJobs(base),
      lookAtEndings(base, now),
      selectLatestRuns(db, 1),
      selectSourcesInNeed(db, MOST_SOURCES),
      countUnsentMails(db, MOST_COUNTED),
      selectMailMoments(db, MOST_COUNTED),
      countOpenCases(db, { now, soon: new Date(now.getTime() + DAY_MS), most: MOST_COUNTED }),
      countLost(db),
      isAuditBroken(db),
      selectFirstDomainAt(db),
    ]);
    return {
      ...{ operation, newerVersion, downloads, mediaJobs, endings, sources, cases, missingFiles },
      auditIsBroken,
      isNew: firstDomainAt === undefined || now.getTime() - firstDomainAt.getTime() < DAY_MS,
      lastRun: run ? (run.status === 'failed' ? ('failed' as const) : ('fine' as const)) : null,
      mail: { isSetUp: config.smtp !== undefined, ...mails, ...moments },
    };
  }

  function judgeBackup(
    state: BackupState | null | undefined,
    known: { now: Date; knownLost: number },
  ): KnownFacts['backup'] {
    if (state === null) return null;
    const limit = { verifiedLimitDays: verifiedLimitDays(config) };
    if (!state) return { ...UNREADABLE, ...limit };
    const { newestAt, verifiedAt } = state;
    return { newestAt, verifiedAt, ...limit, word: judgeBackups(state, config, known) };
  }

  async function look(): Promise<SiteFacts> {
    const now = clock.now();
    const startedAt = performance.now();
    const answers = await ping(db).then(
      () => true,
      () => false,
    );
    if (!answers) return { now, databaseMs: null };
    const databaseMs = performance.now() - startedAt;
    const [read, backup, storageAnswers, translates, ofBackups] = await Promise.all([
      readDatabase(now),
      outside.backup.get(),
      outside.storage.get(),
      outside.translator.get(),
      orElse(backupDisk(), lastBackupDisk),
    ]);
    lastBackupDisk = ofBackups;
    const known: KnownFacts = {
      ...read,
      backup: judgeBackup(backup, { now, knownLost: read.missingFiles }),
      storageAnswers,
      translator: translates,
      backupDisk: ofBackups,
    };
    return { now, databaseMs, known };
  }

  const shared = createHeld(look, OUTSIDE_MS);
  return () => shared.get().finally(shared.forget);
}

/** On a dead mount a run may never end: start no second one. */
function oneAtATime<T>(load: () => Promise<T>): () => Promise<T> {
  const running = createHeld(load, Number.POSITIVE_INFINITY);
  return () => running.get().finally(running.forget);
}

/** Outside the database, and less often. */
function lookOutside({ config, clock, storages }: SiteLookParts['base'], translator: Translator | undefined) {
  const stateOfBackups = oneAtATime(watchBackups(config, clock));
  const probeStorage = oneAtATime(() => storages.main.head(NO_FILE));
  return {
    /** Null without backups, undefined if unreadable. */
    backup: createHeld(
      () =>
        orElse(
          stateOfBackups().then((state) => state ?? null),
          undefined,
        ),
      OUTSIDE_MS,
    ),
    storage: createHeld(() => answersSoon(probeStorage()), OUTSIDE_MS),
    translator: createHeld(async () => {
      if (!translator) return null;
      const answers = await answersSoon(translator.supported(['es'], AbortSignal.timeout(ANSWER_MS)));
      return { name: translator.name, answers };
    }, OUTSIDE_MS),
  };
}

function answersSoon(answer: Promise<unknown>): Promise<boolean> {
  return orElse(
    answer.then(() => true),
    false,
  );
}

/** `other` if the answer fails or is late: a place may hang. */
async function orElse<T, Other>(answer: Promise<T>, other: Other): Promise<T | Other> {
  const late = Promise.withResolvers<Other>();
  const timer = setTimeout(() => late.resolve(other), ANSWER_MS);
  const came = answer.catch(() => other);
  return Promise.race([came, late.promise]).finally(() => clearTimeout(timer));
}

async function lookAtDownloads({ db }: SiteLookParts['base']): Promise<KnownFacts['downloads']> {
  const [{ pending = 0, processing = 0 }, ready] = await Promise.all([
    countByStatus(db),
    selectOldestReady(db),
  ]);
  const [oldest] = ready.map(({ since }) => since).toSorted((a, b) => a.getTime() - b.getTime());
  return { pending, processing, oldestReadyAt: oldest ?? null };
}

async function lookAtMediaJobs({ db }: SiteLookParts['base']): Promise<KnownFacts['mediaJobs']> {
  const [{ pending = 0, processing = 0 }, oldest] = await Promise.all([
    countMediaJobsByStatus(db),
    selectOldestReadyJob(db),
  ]);
  return { pending, processing, oldestReadyAt: oldest ?? null };
}

async function lookAtEndings({ db }: SiteLookParts['base'], now: Date): Promise<KnownFacts['endings']> {
  const metrics = ['downloads_completed', 'downloads_failed'];
  const sums = await sumSince(db, metrics, new Date(now.getTime() - DAY_MS));
  const of = (wanted: string) => sums.filter(({ metric }) => metric === wanted);
  return {
    completed: of('downloads_completed').reduce((sum, { total }) => sum + total, 0),
    failures: of('downloads_failed').map(({ label, total }) => ({ errorClass: label, count: total })),
  };
}

/** Apart from the others, as its filling stops no download. Null without one, or if it is one of theirs. */
function watchBackupDisk(
  { backup: { directory }, diskWarnBelow, diskStopBelow }: Config,
  disks: DiskWatch,
): () => Promise<KnownFacts['backupDisk']> {
  if (directory === undefined) return async () => null;
  const watch = createDiskWatch({
    folders: [{ path: directory, isOurs: false }],
    ...{ warnBelow: diskWarnBelow, stopBelow: diskStopBelow },
  });
  return async () => {
    const [[disk], [device], others] = await Promise.all([watch.look(), watch.devices(), disks.devices()]);
    return disk && device !== undefined && !others.has(device) ? { host: hostname(), ...disk } : null;
  };
}
