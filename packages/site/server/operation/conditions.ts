import type { Condition, Operation } from '@vesper/contract';
import { formatMoment } from '@vesper/core/lib/text/format-moment.ts';

export interface SiteFacts {
  now: Date;
  /** Null if it did not answer; then nothing else is known. */
  databaseMs: number | null;
  known?: KnownFacts;
}

export interface KnownFacts {
  operation: Operation;
  /** `refusal`: why this version cannot work with the migrated database. */
  newerVersion: { refusal: string | null } | null;
  /** Less than a day old, when not everything is set up yet. */
  isNew: boolean;
  downloads: Lane;
  mediaJobs: Lane;
  /** Of the last 24 hours. */
  endings: { completed: number; failures: { errorClass: string; count: number }[] };
  lastRun: 'failed' | 'fine' | null;
  sources: AilingSource[];
  mail: {
    isSetUp: boolean;
    waiting: number;
    failed: number;
    oldestWaitingAt: Date | null;
    /** Since when no mail could be sent. */
    stuckSince: Date | null;
    lastSentAt: Date | null;
  };
  /** Waiting for a decision. */
  cases: { waiting: number; oldestAt: Date | null; overdue: number; dueSoon: number };
  /** Null if not set up. */
  backup: {
    newestAt: Date | null;
    verifiedAt: Date | null;
    verifiedLimitDays: number;
    word: 'ok' | 'none' | 'old' | 'faulty' | 'incomplete' | 'unverified' | 'unreadable';
  } | null;
  /** Missing and not being downloaded again. */
  missingFiles: number;
  auditIsBroken: boolean;
  /** The folder of backups, unless `operation` has it. */
  backupDisk: Operation['disks'][number] | null;
  storageAnswers: boolean;
  /** Null if not set up. */
  translator: { name: string; answers: boolean } | null;
}

export interface Lane {
  pending: number;
  processing: number;
  /** Of jobs that could start now. */
  oldestReadyAt: Date | null;
}

export interface AilingSource {
  id: string;
  name: string;
  state: 'not_read' | 'stopped' | 'struck_out';
  since: Date | null;
}

export interface FoundCondition extends Omit<Condition, 'since'> {
  isUnready?: true;
  /** Infinite if something else reports it. */
  tellAfterMinutes: number;
}

const MINUTE_MS = 60_000;
const SLOW_DATABASE_MS = 1000;
const STANDS_STILL_MS = 30 * MINUTE_MS;
/** Below this, the share means nothing. */
const LEAST_FAILURES = 20;
const MOST_FAILURES_SHARE = 0.5;
const MAIL_WAITS_MS = 15 * MINUTE_MS;
const UNREAD_MINUTES = 3 * 24 * 60;
const NOT_TOLD = Number.POSITIVE_INFINITY;

export const DISK_TODO = {
  full: 'Free some space, put DATA_DIR on a larger disk, or move the files to a bucket.',
  backupsFull: 'Free some space, put BACKUP_DIR on a larger disk, or keep fewer backups with BACKUP_KEEP.',
  notWritable:
    'Check that the folder belongs to the account that runs Vesper, and that the disk is not read-only.',
} as const;
export const NO_WORKER = 'No worker is running: nothing is crawled, downloaded or sent until one is started.';
const WORKER_TODO = 'Start script/server; if it runs with ROLE=web, start another with ROLE=worker.';

/** Urgent ones first. The single list behind readiness, status, pages and alerts. */
export function conditionsOf({ now, databaseMs, known }: SiteFacts): FoundCondition[] {
  const found = known ? RULES.flatMap((rule) => rule(known, now)) : [];
  const all = [...judgeDatabase(databaseMs), ...found];
  return [...all.filter(isUrgent), ...all.filter((one) => !isUrgent(one))];
}

const isUrgent = ({ severity }: FoundCondition) => severity === 'urgent';

const when = (isSo: boolean, condition: FoundCondition): FoundCondition[] => (isSo ? [condition] : []);

const RULES: readonly ((known: KnownFacts, now: Date) => FoundCondition[])[] = [
  judgeVersion,
  judgeWorkers,
  judgeDisks,
  ({ storageAnswers }) =>
    when(!storageAnswers, {
      ...{ key: 'storage-away', severity: 'urgent', tellAfterMinutes: 5 },
      sentence: 'The file storage does not answer: videos cannot be played or stored.',
      todo: 'Check the S3 settings and the network; script/doctor tests the bucket step by step.',
    }),
  ({ missingFiles }) =>
    when(missingFiles > 0, {
      ...{ key: 'files-missing', severity: 'warning', tellAfterMinutes: 0 },
      sentence: `${counted(missingFiles, 'stored file is', 'stored files are')} missing and not downloaded again.`,
      todo: 'Run "script/vesper storage check", and restore the files from a backup.',
    }),
  (known, now) => [
    ...judgeLane(known, known.downloads, { key: 'downloads-stand', what: 'download' }, now),
    ...judgeLane(known, known.mediaJobs, { key: 'media-jobs-stand', what: 'media job' }, now),
  ],
  judgeFailures,
  ({ lastRun }) =>
    when(lastRun === 'failed', {
      ...{ key: 'run-failed', severity: 'warning', tellAfterMinutes: 0 },
      sentence: 'The last crawler run failed.',
      todo: 'Open the run under Crawler in the back office, or run "script/vesper runs".',
    }),
  ({ sources }) => sources.map(judgeSource),
  judgeMail,
  judgeCases,
  judgeBackup,
  ({ auditIsBroken }) =>
    when(auditIsBroken, {
      ...{ key: 'audit-broken', severity: 'urgent', tellAfterMinutes: 0 },
      sentence: 'The audit log was altered: entries were changed, removed or cut off.',
      todo: 'Run "script/vesper audit verify" to see where, and find out who did it. Then "script/vesper audit anchor" accepts these faults, and only new ones are reported.',
    }),
  ({ translator }) =>
    when(translator?.answers === false, {
      ...{ key: 'translator-away', severity: 'warning', tellAfterMinutes: 30 },
      sentence: `The translator ${translator?.name} does not answer: nothing is translated.`,
      todo: 'Start it, or remove TRANSLATOR; script/doctor finds the cause.',
    }),
];

function judgeDatabase(databaseMs: number | null): FoundCondition[] {
  if (databaseMs === null)
    return [
      {
        ...{ key: 'database-away', severity: 'urgent', tellAfterMinutes: 2, isUnready: true },
        sentence: 'The database does not answer.',
        todo: 'Check that it is running, its disk space, and DATABASE_URL; the log of the embedded one is DATA_DIR/postgres/server.log.',
      },
    ];
  return when(databaseMs > SLOW_DATABASE_MS, {
    ...{ key: 'database-slow', severity: 'warning', tellAfterMinutes: 10 },
    sentence: 'The database takes more than a second to answer.',
    todo: "Check its machine's load, its disk, and long queries in pg_stat_activity.",
  });
}

function judgeVersion({ newerVersion }: KnownFacts): FoundCondition[] {
  if (!newerVersion) return [];
  if (newerVersion.refusal !== null)
    return [
      {
        ...{ key: 'version-too-old', severity: 'urgent', tellAfterMinutes: 0, isUnready: true },
        sentence: newerVersion.refusal,
        todo: 'Update this machine to the same version as the others, and restart it.',
      },
    ];
  return [
    {
      ...{ key: 'version-behind', severity: 'warning', tellAfterMinutes: 60 },
      sentence: 'A newer version has migrated the database, and this one is still running.',
      todo: 'Update this machine too, before the next upgrade of the others.',
    },
  ];
}

function judgeWorkers({ operation: { workers, lastBeatAt } }: KnownFacts): FoundCondition[] {
  const last = lastBeatAt ? ` One was last seen at ${formatMoment(lastBeatAt)}.` : '';
  return when(workers.length === 0, {
    ...{ key: 'no-worker', severity: 'urgent', tellAfterMinutes: 5 },
    ...{ sentence: NO_WORKER + last, todo: WORKER_TODO },
  });
}

function judgeDisks({ operation: { disks }, backupDisk }: KnownFacts): FoundCondition[] {
  return [
    ...disks.flatMap((disk) => judgeDisk(disk, `${disk.host}:${disk.folders[0]}`, DISK_TODO.full)),
    // All machines share this folder.
    ...(backupDisk ? judgeDisk(backupDisk, `${backupDisk.folders[0]}`, DISK_TODO.backupsFull) : []),
  ];
}

function judgeDisk(
  { state, sentence }: Operation['disks'][number],
  where: string,
  whenFull: string,
): FoundCondition[] {
  if (sentence === null) return [];
  const isLow = state === 'low';
  return [
    {
      key: `disk-${state.replaceAll('_', '-')}:${where}`,
      ...(isLow
        ? { severity: 'warning', tellAfterMinutes: 30 }
        : { severity: 'urgent', tellAfterMinutes: 5 }),
      sentence,
      todo: isLow || state === 'full' ? whenFull : DISK_TODO.notWritable,
    },
  ];
}

export function allDisks({ operation: { disks }, backupDisk }: KnownFacts): Operation['disks'] {
  return backupDisk ? [...disks, backupDisk] : disks;
}

/** A long queue is fine, a stuck one is not. */
function judgeLane(
  { operation: { workers, disks } }: KnownFacts,
  { processing, oldestReadyAt }: Lane,
  { key, what }: { key: string; what: string },
  now: Date,
): FoundCondition[] {
  const mayRun = workers.length > 0 && disks.every(({ state }) => state === 'ok' || state === 'low');
  const isReady = oldestReadyAt !== null && now.getTime() - oldestReadyAt.getTime() > STANDS_STILL_MS;
  return when(mayRun && processing === 0 && isReady, {
    ...{ key, severity: 'urgent', tellAfterMinutes: 15 },
    sentence: `No ${what} is running, although one has been waiting since ${oldestReadyAt && formatMoment(oldestReadyAt)}.`,
    todo: "Look for errors in the worker's log, and restart it.",
  });
}

function judgeFailures({ endings: { completed, failures } }: KnownFacts): FoundCondition[] {
  const all = failures.reduce((sum, { count }) => sum + count, completed);
  return failures.flatMap(({ errorClass, count }) =>
    when(count >= LEAST_FAILURES && count / all > MOST_FAILURES_SHARE, {
      ...{ key: `failing:${errorClass}`, severity: 'warning', tellAfterMinutes: 30 },
      sentence: `${Math.round((100 * count) / all)} % of the downloads of the last day failed with "${errorClass.replaceAll('_', ' ')}".`,
      todo: 'See the failed downloads under Jobs in the back office, by error class.',
    }),
  );
}

function judgeSource({ id, name, state, since }: AilingSource): FoundCondition {
  const from = since ? ` since ${formatMoment(since)}` : '';
  const terms = { key: `source:${id}`, severity: 'warning', tellAfterMinutes: 10 } as const;
  if (state === 'struck_out')
    return {
      ...terms,
      sentence: `The source "${name}" is stopped${from}: notices about its videos were upheld too often.`,
      todo: 'Delete the source, or void its strikes on its page in the back office and enable it.',
    };
  if (state === 'stopped')
    return {
      ...terms,
      sentence: `The source "${name}" is stopped${from}.`,
      todo: 'Its page in the back office says why: add a permission and enable it, or delete it.',
    };
  return {
    ...terms,
    tellAfterMinutes: UNREAD_MINUTES,
    sentence: `The source "${name}" could not be read${from}.`,
    todo: 'Its page in the back office says why: correct its address, or disable the source.',
  };
}

function judgeMail({ mail, isNew }: KnownFacts, now: Date): FoundCondition[] {
  const { isSetUp, waiting, failed, stuckSince } = mail;
  const isStuck = stuckSince !== null && now.getTime() - stuckSince.getTime() > MAIL_WAITS_MS;
  return [
    ...when(!isSetUp && (waiting > 0 || !isNew), {
      ...{ key: 'mail-not-set-up', severity: 'warning', tellAfterMinutes: waiting > 0 ? 10 : NOT_TOLD },
      sentence:
        waiting > 0
          ? `${counted(waiting, 'email is', 'emails are')} waiting, and no mail server is set up.`
          : 'No mail server is set up: no mail is sent, and nobody can confirm a notice.',
      todo: 'Set SMTP_URL, for example smtps://user:password@mail.example.',
    }),
    ...when(isSetUp && isStuck, {
      ...{ key: 'mail-stuck', severity: 'urgent', tellAfterMinutes: 10 },
      sentence: `No email has been sent since ${stuckSince && formatMoment(stuckSince)}; ${counted(waiting, 'email is', 'emails are')} waiting.`,
      todo: 'Run script/doctor to test the mail server, and "script/vesper mail list" to see why.',
    }),
    ...when(failed > 0, {
      ...{ key: 'mail-failed', severity: 'warning', tellAfterMinutes: 10 },
      sentence: `${counted(failed, 'email', 'emails')} could not be delivered.`,
      todo: 'Run "script/vesper mail list" to see why, and then "script/vesper mail retry".',
    }),
  ];
}

function judgeCases({ cases: { waiting, oldestAt, overdue, dueSoon } }: KnownFacts): FoundCondition[] {
  const todo = 'Decide them under Notices in the back office.';
  return [
    ...when(overdue > 0, {
      ...{ key: 'cases-overdue', severity: 'urgent', tellAfterMinutes: 5 },
      ...{ sentence: `${counted(overdue, 'case is', 'cases are')} overdue.`, todo },
    }),
    // Case reminders report these.
    ...when(dueSoon > 0, {
      ...{ key: 'cases-due', severity: 'warning', tellAfterMinutes: NOT_TOLD },
      ...{ sentence: `${counted(dueSoon, 'case is', 'cases are')} due within a day.`, todo },
    }),
    ...when(waiting > overdue + dueSoon, {
      ...{ key: 'cases-waiting', severity: 'warning', tellAfterMinutes: NOT_TOLD },
      sentence: `${counted(waiting, 'notice is', 'notices are')} waiting for a decision, the oldest since ${oldestAt && formatMoment(oldestAt)}.`,
      todo,
    }),
  ];
}

type BadBackup = Exclude<NonNullable<KnownFacts['backup']>['word'], 'ok'>;

const BACKUPS: Record<BadBackup, Pick<FoundCondition, 'severity' | 'sentence' | 'todo'>> = {
  none: {
    severity: 'warning',
    sentence: 'There is no backup yet.',
    todo: 'Run "script/vesper backup", or wait for BACKUP_TIME.',
  },
  old: {
    severity: 'urgent',
    sentence: 'The newest backup is older than two days.',
    todo: 'Look for errors of the job tend-backups in the worker\'s log, and run "script/vesper backup".',
  },
  faulty: {
    severity: 'urgent',
    sentence: 'The last backup verification found faults.',
    todo: 'Run "script/vesper backup --all-files", and then "script/vesper backup verify".',
  },
  incomplete: {
    severity: 'urgent',
    sentence: 'The newest backup lacks files that belong to videos: they were missing when it was made.',
    todo: 'Check that the file storage is mounted, and run "script/vesper backup". Download again any files that "script/vesper storage check" reports missing.',
  },
  unverified: {
    severity: 'warning',
    sentence: 'No backup has been verified lately.',
    todo: 'Run "script/vesper backup verify".',
  },
  unreadable: {
    severity: 'urgent',
    sentence: 'The backup storage cannot be read.',
    todo: 'Check BACKUP_DIR or BACKUP_S3_*, and BACKUP_KEY.',
  },
};

function judgeBackup({ backup, isNew }: KnownFacts): FoundCondition[] {
  if (!backup)
    return when(!isNew, {
      ...{ key: 'backup-not-set-up', severity: 'warning', tellAfterMinutes: NOT_TOLD },
      sentence: 'Backups are not set up.',
      todo: 'Set BACKUP_DIR to a folder, preferably on another machine, or BACKUP_S3_BUCKET.',
    });
  if (backup.word === 'ok') return [];
  return [{ key: `backup-${backup.word}`, tellAfterMinutes: 60, ...BACKUPS[backup.word] }];
}

function counted(count: number, one: string, many: string): string {
  return count === 1 ? `1 ${one}` : `${count >= MOST_COUNTED ? `${MOST_COUNTED} or more` : count} ${many}`;
}

export const MOST_COUNTED = 1000;
