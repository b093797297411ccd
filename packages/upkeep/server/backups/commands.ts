import type { Command, CommandLine } from '@vesper/core/command.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import { BACKUP_NICENESS, lowerPriority } from '@vesper/core/lib/low-priority.ts';
import { formatSize } from '@vesper/core/lib/outbound/source-error.ts';
import { formatMoment } from '@vesper/core/lib/text/format-moment.ts';
import type { Storage } from '@vesper/core/storage/storage.ts';
import { alone } from './alone.ts';
import { type BackupSource, makeBackup } from './make-backup.ts';
import { isInFuture, listBackups, type Manifest, readManifest } from './manifest.ts';
import { DamagedError, NoKeyError } from './parts.ts';
import { refuseNewerBackup } from './restore-database.ts';
import type { KeepRule } from './retention.ts';
import { noteVerdict } from './state.ts';
import { SAMPLED_FILES, type Verification, verifyBackup } from './verify.ts';

export interface BackupParts {
  source: BackupSource;
  /** By default the settings' place. */
  openStorage(given: string | undefined): Promise<Storage>;
  rules: {
    isScheduled: boolean;
    /** In the settings' time zone. */
    cron: string;
    /** Maximum age of the last verified backup. */
    verifyDays: number;
    keep: KeepRule;
  };
  /** For trying backups out. */
  scratch: string;
}

interface Parts {
  backups: BackupParts;
  base: { log: Log };
  /** Its signal aborts when the command is interrupted. */
  cancellable(print: CommandLine['print'], act: (signal: AbortSignal) => Promise<void>): Promise<void>;
}

type Context = Parts & CommandLine;

export const backupCommands: Record<string, Command<Parts>> = {
  backup: {
    operands: '[--to FOLDER] [--no-files] [--all-files]',
    about:
      'makes a backup while the site runs, with the files that earlier ones lack, no files, or all files again',
    run: (context) => withStorage(context, context.options.to, backup),
  },
  'backup list': {
    operands: '[--from FOLDER]',
    about: 'lists the backups',
    readsOnly: true,
    run: (context) => withStorage(context, context.options.from, list),
  },
  'backup verify': {
    operands: '[NAME] [--from FOLDER] [--all-files]',
    about: 'restores a backup, by default the newest, into a scratch database and compares both',
    readsOnly: true,
    run: (context) => withStorage(context, context.options.from, verify),
  },
};

async function withStorage(
  context: Context,
  given: string | boolean | undefined,
  use: (context: Context, storage: Storage) => Promise<void>,
): Promise<void> {
  const storage = await context.backups.openStorage(typeof given === 'string' ? given : undefined);
  await use(context, storage).finally(() => storage.close());
}

async function backup({ backups, cancellable, options, print }: Context, storage: Storage): Promise<void> {
  lowerPriority(BACKUP_NICENESS);
  const files = options['no-files'] ? 'none' : options['all-files'] ? 'all' : 'new';
  await cancellable(print, async (signal) =>
    tellBackup(print, await makeBackup(backups.source, { storage, signal, files })),
  );
}

function tellBackup(print: Context['print'], manifest: Manifest): void {
  const { files: all = 0, lost = 0 } = manifest.files ?? {};
  if (lost > 0)
    print(`${lost} of ${all} files that the database lists do not exist: is their storage mounted?`);
  if (manifest.files?.differing)
    print(
      `${manifest.files.differing} files of the site have changed since they were first copied: the first copies stay, and this backup has new ones.`,
    );
  print(`The backup ${manifest.name} is complete: ${sizeOf(manifest)}.`);
}

async function list({ print }: Context, storage: Storage): Promise<void> {
  const all = await listBackups(storage);
  if (all.length === 0) print('There are no backups.');
  for (const { name, isWhole } of all)
    print(isWhole ? `${name}  ${await described(storage, name)}` : `${name}  is unfinished or in progress`);
}

async function described(storage: Storage, name: string): Promise<string> {
  try {
    return sizeOf(await readManifest(storage, name));
  } catch (error) {
    return (error as Error).message;
  }
}

async function verify(context: Context, storage: Storage): Promise<void> {
  const { backups, cancellable, operands, print } = context;
  const name = await chooseBackup(storage, { name: operands[0], now: backups.source.clock.now() });
  try {
    // An unknown version or a missing key is not the backup's fault.
    refuseNewerBackup(await readManifest(storage, name));
  } catch (error) {
    if (error instanceof NoKeyError) throw new AppError('conflict', error.message);
    if (!(error instanceof DamagedError)) throw error;
  }
  lowerPriority(BACKUP_NICENESS);
  await cancellable(print, async (signal) => {
    const found = await alone(backups.source.connection, 'backupScratch', () =>
      verifyBackup(storage, name, scratchOf(context, signal)),
    );
    await noteVerdict(storage, name, found.faults, backups.source.clock.now());
    tellVerification(print, found);
  });
}

function scratchOf({ backups, base, options }: Context, signal: AbortSignal) {
  const mostFiles = options['all-files'] ? Number.POSITIVE_INFINITY : SAMPLED_FILES;
  return { folder: backups.scratch, log: base.log, signal, mostFiles };
}

function tellVerification(
  print: Context['print'],
  { name, faults, rows, bytes, files, filesRead }: Verification,
): void {
  for (const fault of faults) print(fault);
  if (faults.length > 0) {
    print(
      `The backup ${name} cannot be relied on: ${faults.length === 1 ? 'one fault was' : `${faults.length} faults were`} found.`,
    );
    process.exitCode = 1;
  } else
    print(
      `The backup ${name} was restored and compared: ${rows} rows, ${formatSize(bytes)}, no faults. Its audit log is intact. ${filesRead} of ${files} files were read.`,
    );
}

/** By default the newest finished one, except future ones. Throws not_found. */
export async function chooseBackup(
  storage: Storage,
  { name, now }: { name: string | undefined; now: Date },
): Promise<string> {
  const whole = (await listBackups(storage)).flatMap((one) => (one.isWhole ? [one.name] : []));
  const found = whole.findLast((one) => (name === undefined ? !isInFuture(one, now) : one === name));
  if (found !== undefined) return found;
  if (name !== undefined) throw new AppError('not_found', `No finished backup is called "${name}".`);
  throw new AppError(
    'not_found',
    whole.length === 0
      ? 'There is no finished backup.'
      : 'All finished backups are dated in the future: set the clock, or name one of them.',
  );
}

function sizeOf({ tables, jobs, files, startedAt }: Manifest): string {
  const sum = (of: (table: Manifest['tables'][number]) => number) =>
    tables.reduce((total, table) => total + of(table), 0);
  const bytes = sum((table) => table.bytes) + jobs.bytes;
  return `of ${formatMoment(new Date(startedAt))}, ${tables.length} tables with ${sum(({ rows }) => rows)} rows, ${formatSize(bytes)}${files ? `; ${files.files} files, ${formatSize(files.bytes)}` : ', without files'}`;
}
