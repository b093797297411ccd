import type { Operation } from '@vesper/contract';
import { expect, test } from 'vitest';
import { FACTS_AT, siteFacts } from '../../../test/site-facts.ts';
import { conditionsOf, type KnownFacts } from './conditions.ts';

const minutesAgo = (minutes: number) => new Date(FACTS_AT.getTime() - minutes * 60_000);
const keysOf = (other: Partial<KnownFacts>) => conditionsOf(siteFacts(other)).map(({ key }) => key);
const { operation } = siteFacts().known;
const disk = (state: Operation['disks'][number]['state']): Operation => ({
  ...operation,
  disks: [
    {
      ...{ host: 'store', folders: ['/data/storage', '/data/work'], freeBytes: 5, sizeBytes: 100, state },
      sentence: state === 'ok' ? null : `The disk is ${state}.`,
    },
  ],
});
const mail = (other: Partial<KnownFacts['mail']>) => ({ mail: { ...siteFacts().known.mail, ...other } });
const lane = (processing: number, minutes: number) => ({
  pending: 7,
  processing,
  oldestReadyAt: minutesAgo(minutes),
});
const backup = (word: NonNullable<KnownFacts['backup']>['word']) => ({
  backup: { newestAt: null, verifiedAt: null, verifiedLimitDays: 9, word },
});

test('a healthy site has no conditions', () => {
  expect(conditionsOf(siteFacts())).toEqual([]);
  expect(keysOf({ operation: disk('ok'), ...backup('ok') })).toEqual([]);
});

test('a database that does not answer, or is too new, makes the site unready, and nothing else does', () => {
  expect(conditionsOf({ now: FACTS_AT, databaseMs: null })).toMatchObject([
    { key: 'database-away', severity: 'urgent', isUnready: true },
  ]);
  const refusal = 'The database is too new.';
  expect(conditionsOf(siteFacts({ newerVersion: { refusal } }))).toMatchObject([
    { key: 'version-too-old', severity: 'urgent', isUnready: true, sentence: refusal },
  ]);
  expect(conditionsOf({ ...siteFacts(), databaseMs: 1001 })).toMatchObject([{ key: 'database-slow' }]);
  const all = conditionsOf({
    ...siteFacts({
      operation: { ...disk('full'), workers: [] },
      ...{
        storageAnswers: false,
        missingFiles: 2,
        cases: { waiting: 3, oldestAt: FACTS_AT, overdue: 1, dueSoon: 1 },
        ...backup('faulty'),
      },
      ...mail({ failed: 1 }),
      newerVersion: { refusal: null },
    }),
    databaseMs: 5000,
  });
  expect(all.filter(({ isUnready }) => isUnready)).toEqual([]);
  expect(all.map(({ severity }) => severity)).toEqual(all.map(({ severity }) => severity).toSorted());
});

test.each<[string, Partial<KnownFacts>, string[]]>([
  ['a newer version beside this one', { newerVersion: { refusal: null } }, ['version-behind']],
  ['no worker', { operation: { ...operation, workers: [] } }, ['no-worker']],
  ['a disk that is almost full', { operation: disk('low') }, ['disk-low:store:/data/storage']],
  ['a full disk', { operation: disk('full') }, ['disk-full:store:/data/storage']],
  ['a read-only disk', { operation: disk('read_only') }, ['disk-read-only:store:/data/storage']],
  [
    'a full disk of backups, which downloads do not need',
    { downloads: lane(0, 31), backupDisk: disk('full').disks[0] ?? null },
    ['disk-full:/data/storage', 'downloads-stand'],
  ],
  ['a bucket that is away', { storageAnswers: false }, ['storage-away']],
  ['missing files', { missingFiles: 1 }, ['files-missing']],
  ['a queue that stands still', { downloads: lane(0, 31) }, ['downloads-stand']],
  ['a queue that moves', { downloads: lane(1, 9999) }, []],
  ['a queue that was empty just now', { downloads: lane(0, 29) }, []],
  ['media jobs that stand still', { mediaJobs: lane(0, 31) }, ['media-jobs-stand']],
  [
    'a queue that waits for a worker',
    { downloads: lane(0, 31), operation: { ...operation, workers: [] } },
    ['no-worker'],
  ],
  [
    'most downloads failing in one way',
    { endings: { completed: 19, failures: [{ errorClass: 'http_404', count: 21 }] } },
    ['failing:http_404'],
  ],
  ['a failed run', { lastRun: 'failed' }, ['run-failed']],
  [
    'sources',
    {
      sources: (['not_read', 'stopped', 'struck_out'] as const).map((state, n) => ({
        id: String(n),
        name: 'Charts',
        state,
        since: FACTS_AT,
      })),
    },
    ['source:0', 'source:1', 'source:2'],
  ],
  ['mails without a server', mail({ isSetUp: false, waiting: 1 }), ['mail-not-set-up']],
  ['a mail server that takes nothing', mail({ waiting: 3, stuckSince: minutesAgo(16) }), ['mail-stuck']],
  ['a mail that was given up', mail({ failed: 1 }), ['mail-failed']],
  [
    'cases',
    { cases: { waiting: 3, oldestAt: FACTS_AT, overdue: 2, dueSoon: 1 } },
    ['cases-overdue', 'cases-due'],
  ],
  [
    'a notice with time left',
    { cases: { waiting: 1, oldestAt: FACTS_AT, overdue: 0, dueSoon: 0 } },
    ['cases-waiting'],
  ],
  [
    'a site that a day has passed without backups or a mail server',
    { isNew: false, ...mail({ isSetUp: false }) },
    ['mail-not-set-up', 'backup-not-set-up'],
  ],
  ...(['none', 'old', 'faulty', 'incomplete', 'unverified', 'unreadable'] as const).map(
    (word): [string, Partial<KnownFacts>, string[]] => [
      `a backup: ${word}`,
      backup(word),
      [`backup-${word}`],
    ],
  ),
  ['an audit log that was changed', { auditIsBroken: true }, ['audit-broken']],
  ['a translator that is away', { translator: { name: 'Apertium', answers: false } }, ['translator-away']],
])('%s', (_, other, keys) => {
  expect(keysOf(other)).toEqual(keys);
  for (const { sentence, todo } of conditionsOf(siteFacts(other)))
    for (const text of [sentence, todo]) expect(text).toMatch(/^[A-Z0-9].*\.$/);
});
