import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { recordSystemEvent, writeAnchor } from '@vesper/access/audit';
import { revokeTokens } from '@vesper/access/tokens';
import type { Command, CommandLine } from '@vesper/core/command.ts';
import type { Db } from '@vesper/core/db/pool.ts';
import { keepForgotten, knownRows } from '@vesper/core/db/sealed/keep-forgotten.ts';
import type { ErasedRow, SealedRow, SealedTable } from '@vesper/core/db/sealed/queries.ts';
import { connectForCopies } from '@vesper/core/db/table-copy.ts';
import { systemClock } from '@vesper/core/lib/clock.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import type { Storage } from '@vesper/core/storage/storage.ts';
import {
  chooseBackup,
  DamagedError,
  fillDatabase,
  finishDatabase,
  type KeptSettings,
  type Manifest,
  moveFiles,
  readErased,
  readJobs,
  readManifest,
  readSettings,
  refuseNewerBackup,
  refuseUnknownPlaces,
  requireRoom,
  restoreFiles,
  type WaitingJob,
} from '@vesper/upkeep/backups';
import type pg from 'pg';
import { openBackupStorage } from '../composition/backup-state.ts';
import { composeStorages } from '../composition/compose.ts';
import { prepareQueue } from '../composition/compose-queue.ts';
import { UNFINISHED_RESTORE } from '../composition/database.ts';
import { openDb, roleOf, sendAgain, withDb } from '../composition/filled-database.ts';
import { SEALED_TABLES } from '../features.ts';
import { operatorName } from '../processes/account.ts';
import { cancellable } from '../processes/break-off.ts';
import type { Config } from '../settings/config.ts';
import { markOfKey, putSigningKey } from '../settings/secrets.ts';
import { tellErased, tellFiles, tellLosses } from './restore-losses.ts';
import { openRestoreTarget, type RestoreTarget } from './restore-target.ts';

export interface AloneParts {
  config: Config;
  log: Log;
}

type Context = AloneParts & CommandLine;

/** Also on an empty machine. Not in the audit log, which it replaces. */
export const restoreCommand: Command<AloneParts> = {
  operands: '[NAME] [--from FOLDER] [--dry-run] [--trust-files] [--yes]',
  about: 'restores a backup, by default the newest, after saying what will be lost; the site must be stopped',
  async run(context) {
    const from = typeof context.options.from === 'string' ? context.options.from : undefined;
    const storage = await openBackupStorage(context.config, from);
    let aside: string | undefined;
    const noteAside = (folder: string) => {
      aside = folder;
    };
    try {
      await cancellable(context.print, (signal, beginLast) =>
        restoreFrom(storage, context, { signal, beginLast, noteAside }).catch((error) => {
          if (error instanceof DamagedError) context.print(error.message);
          if (error instanceof DamagedError || signal.aborted || aside !== undefined)
            context.print(brokenOff(aside));
          throw error;
        }),
      );
    } catch (error) {
      if (!(error instanceof DamagedError)) throw error;
      process.exitCode = 1;
    } finally {
      storage.close();
    }
  },
};

function brokenOff(aside: string | undefined): string {
  if (aside === undefined) return 'Restore cancelled. The site is unchanged.';
  return `Restore cancelled. The database that did not start was moved to ${aside}: restore again, or the site starts with an empty one.`;
}

interface Breaking {
  /** Cancels the restore before its last step. */
  signal: AbortSignal;
  beginLast: () => void;
  /** Called with the folder to which a broken database was moved. */
  noteAside: (folder: string) => void;
}

async function restoreFrom(storage: Storage, context: Context, breaking: Breaking): Promise<void> {
  const { config, options, log } = context;
  const manifest = await readManifest(
    storage,
    await chooseBackup(storage, { name: context.operands[0], now: systemClock.now() }),
  );
  refuseNewerBackup(manifest);
  const kept = await readSettings(storage, manifest);
  const erased = await readErased(storage);
  await refuseMissingPlaces(config, storage, manifest);
  const target = await openRestoreTarget(config, log);
  try {
    const isNew = await tellLosses(context.print, manifest, target);
    const bringsFiles = await tellFiles(context.print, storage, manifest);
    const isListed = tellErased(context.print, erased, target);
    tellSigningKey(context, kept);
    if (!config.backup.key) context.print(UNPROVEN);
    if (options['dry-run']) context.print('Nothing was changed.');
    else if ((isNew && bringsFiles && isListed) || options.yes)
      await restore(context, { storage, manifest, target, kept, erased: erased.cases, ...breaking });
    else context.print('Nothing was changed. Run it with --yes to go ahead.');
  } finally {
    await target.close();
  }
}

/** Otherwise rows would name unreachable files. */
async function refuseMissingPlaces(
  config: Config,
  storage: Storage,
  { name, files }: Manifest,
): Promise<void> {
  if (!files) return;
  const storages = await composeStorages(config);
  await refuseUnknownPlaces({ storages, storage }, { name, files }).finally(() => storages.close());
}

const UNPROVEN =
  'The backup was made without BACKUP_KEY, so nothing proves who wrote it. Restore it only if nobody else can write to where it is stored.';

/** Authenticator apps and signed addresses depend on it. */
function tellSigningKey({ config, print }: Context, { signingKey, signingKeyMark }: KeptSettings): void {
  const given = config.signingKey === undefined ? undefined : markOfKey(Buffer.from(config.signingKey));
  const effective = given ?? (signingKey === undefined ? undefined : signingKeyMark);
  if (signingKeyMark === undefined || effective === signingKeyMark) return;
  print(
    given === undefined
      ? 'The site had SIGNING_KEY in its environment, which no backup contains: set it to the same value. Otherwise authenticator apps and links in sent emails stop working.'
      : 'SIGNING_KEY differs from the one the site used: authenticator apps and links in sent emails will stop working.',
  );
}

interface Restoring extends Breaking {
  storage: Storage;
  manifest: Manifest;
  target: RestoreTarget;
  kept: KeptSettings;
  erased: readonly ErasedRow[];
}

async function restore(context: Context, restoring: Restoring): Promise<void> {
  const { config, print, options } = context;
  const { storage, manifest, target, kept, signal } = restoring;
  const trustsLength = options['trust-files'] === true;
  const requireRoomThere = async () => target.folder && requireRoom(target.folder, manifest, 'restore');
  await requireRoomThere();
  const moves = manifest.files
    ? await storeFiles({ config, print, signal, trustsLength }, storage, {
        ...manifest,
        files: manifest.files,
      })
    : [];
  // Perhaps on the same disk.
  await requireRoomThere();
  signal.throwIfAborted();
  const fresh = await target.create(restoring.noteAside);
  const tokensRevoked = await fillTarget(context, restoring, fresh).catch((error) =>
    dropAfter(error, target, context.log),
  );
  await swapIn(context, fresh.site, { target, signingKey: kept.signingKey, moves });
  tellSettings(config, kept, print);
  print(`Personal tokens revoked: ${tokensRevoked}.`);
  print(
    'Passwords, passkeys and second factors are those of the backup, even if they were changed or removed since: repeat those changes.',
  );
  print('The backup is restored. Start the site.');
}

/** Fills the new database beside the present one. Returns how many tokens were revoked. */
async function fillTarget(
  { log, print }: Context,
  { storage, manifest, target, erased: noted, signal, beginLast }: Restoring,
  fresh: Awaited<ReturnType<RestoreTarget['create']>>,
): Promise<number> {
  print('Restoring the database.');
  const client = await connectForCopies(fresh.owner, signal);
  let jobs: WaitingJob[];
  try {
    await fillDatabase(client, { storage, manifest, signal });
    jobs = await readJobs(fresh.site, { storage, manifest, signal });
    await finishDatabase(client, { site: await roleOf(fresh.site) });
  } finally {
    await client.end();
  }
  await prepareQueue(fresh.site, log);
  await sendAgain(fresh.site, jobs, log);
  const tokensRevoked = await withDb(fresh.site, async (db) => {
    const now = systemClock.now();
    let erased = 0;
    for (const table of SEALED_TABLES)
      for (const known of [knownNow(table, target.present), knownErased(noted)])
        erased += await keepForgotten(db, table, { known, now });
    if (erased > 0) print(`Erased ${erased} cases again that were erased since the backup.`);
    return recordRestore(db, manifest, erased);
  });
  beginLast();
  return tokensRevoked;
}

/** Half a database may fill the disk. */
async function dropAfter(error: unknown, target: RestoreTarget, log: Log): Promise<never> {
  await target.drop().catch((err) => log.warn({ err }, 'The unfinished database could not be removed.'));
  throw error;
}

/** Changes database and files together, last. Until it is done nothing starts; interrupted, restore again. Refused, the site is unchanged. */
async function swapIn(
  { config, log }: Context,
  site: pg.ClientConfig,
  { target, signingKey, moves }: { target: RestoreTarget; signingKey: string | undefined; moves: Moves },
): Promise<void> {
  const mark = path.join(config.dataDir, UNFINISHED_RESTORE);
  const head = await withDb(site, (db) =>
    db.selectFrom('audit_head').select(['seq', 'hash']).executeTakeFirstOrThrow(),
  );
  await target.refuseRunning().catch((error) => dropAfter(error, target, log));
  await writeFile(mark, '', { flush: true });
  try {
    await target.swap();
  } catch (error) {
    if (!(await target.isAsBefore().catch(() => false))) throw error;
    await rm(mark);
    await dropAfter(error, target, log);
  }
  await writeAnchor(path.join(config.dataDir, 'audit-anchor.json'), head);
  if (signingKey !== undefined) putSigningKey(config, signingKey);
  const storages = await composeStorages(config);
  await moveFiles(storages, moves).finally(() => storages.close());
  await rm(mark);
  await target.release();
}

type Moves = Parameters<typeof moveFiles>[1];

/** Files come first: without a row they do no harm, and are cleaned away. Returns what to move afterwards. */
async function storeFiles(
  {
    config,
    print,
    signal,
    trustsLength,
  }: Pick<Context, 'config' | 'print'> & { signal: AbortSignal; trustsLength: boolean },
  storage: Storage,
  manifest: Parameters<typeof restoreFiles>[1],
): Promise<Moves> {
  print(`Restoring ${manifest.files.files} files.`);
  const storages = await composeStorages(config);
  const work = { storages, storage, signal };
  const { restored, missing, moves } = await restoreFiles(work, manifest, { trustsLength }).finally(() =>
    storages.close(),
  );
  print(`${restored} files were restored; the others were already there.`);
  if (missing > 0) print(`${missing} files were already missing when the backup was made.`);
  return moves;
}

/** Only compares: the environment is the operator's. */
function tellSettings({ given }: Config, kept: KeptSettings, print: (line: string) => void): void {
  const other = Object.entries(kept.given).filter(([name, value]) => given.get(name) !== value);
  const told = other.filter(([name]) => !/^(?:DATA_DIR|BACKUP_.*)$/.test(name));
  if (told.length > 0) print('Settings that were set differently when the backup was made:');
  for (const [name, value] of told) print(`  ${name}=${value}`);
}

async function* knownNow(
  table: SealedTable,
  present: pg.ClientConfig | undefined,
): AsyncGenerator<SealedRow[]> {
  if (present === undefined) return;
  const db = openDb(present);
  try {
    yield* knownRows(db, table);
  } finally {
    await db.destroy();
  }
}

/** As noted beside the backups, perhaps by a machine that no longer exists. */
async function* knownErased(noted: readonly ErasedRow[]): AsyncGenerator<SealedRow[]> {
  yield noted.map(({ id, erasedAt }) => ({ id, erased_at: erasedAt, key_name: null, sealed_key: null }));
}

/** Revokes all tokens: those revoked since the backup would work again. */
async function recordRestore(db: Db, { name, audit }: Manifest, erased: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const tokensRevoked = await revokeTokens(tx, systemClock.now(), null);
    const after = { by: operatorName(), auditUpTo: audit.seq, erasedAgain: erased, tokensRevoked };
    await recordSystemEvent(tx, systemClock, { action: 'backups.restore', subject: name, after });
    return tokensRevoked;
  });
}
