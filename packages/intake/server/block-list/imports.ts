import {
  type BlockImport,
  type BlockListInfo,
  type ImportLines,
  MOST_IMPORT_FAULTS,
  MOST_IMPORT_LINES,
  type NewImport,
} from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { transaction } from '@vesper/core/db/transaction.ts';
import type { Queue } from '@vesper/core/jobs/queue.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import { recordBlockedVideos } from '../ledger/index.ts';
import { endBlocks, release } from './entries.ts';
import {
  advanceImport,
  countRemoved,
  deleteList,
  deleteListed,
  endImport,
  type ImportRow,
  insertImport,
  lockFinishing,
  lockImport,
  lockListOf,
  lockRemoved,
  markRemoved,
  selectImport,
  selectLists,
  selectNamedVideos,
  selectStanding,
  stopImports,
  writeAddresses,
  writeContents,
} from './import-queries.ts';
import { tendBlockListJob } from './jobs.ts';
import { columnsOf, readLines } from './read-lines.ts';
import { toImport, toList } from './view.ts';

export interface BlockListDeps {
  db: Db;
  queue: Queue;
  clock: Clock;
}

const MOST_LISTS = 200;
const IMPORTS_SHOWN = 10;
const MOST_VIDEOS = 50;
const BATCH = 2_000;

export async function listLists(db: Db): Promise<BlockListInfo[]> {
  return (await selectLists(db, MOST_LISTS, IMPORTS_SHOWN)).map(toList);
}

/** Starts or resumes an import. Throws bad_request, or conflict beside another version or after a newer one. */
export async function startImport(
  { db, clock }: BlockListDeps,
  { name, version, dated, header }: NewImport,
  by: string,
): Promise<BlockImport> {
  const columns = columnsOf(header);
  const now = clock.now();
  if (Date.parse(dated) > now.getTime() + 86_400_000)
    throw new AppError('bad_request', 'This day is in the future.', { dated: 'This day is in the future.' });
  return db.transaction().execute(async (tx) => {
    const listId = await lockListOf(tx, name.trim());
    const { open, newest } = await selectStanding(tx, listId);
    const asked = { version: version.trim(), dated };
    if (open) {
      const isSame =
        open.state === 'receiving' &&
        open.version === asked.version &&
        open.dated === dated &&
        open.columns.join() === columns.join();
      if (isSame) return toImport(open);
      throw new AppError(
        'conflict',
        `Version ${open.version} of this list is being imported: finish that import or stop it first.`,
      );
    }
    if (newest && newest.dated > dated)
      throw new AppError(
        'conflict',
        `The newer version ${newest.version} of ${newest.dated} was already imported.`,
      );
    const id = await insertImport(tx, { listId, ...asked, by, columns, now });
    return found(await selectImport(tx, id));
  });
}

/** Throws not_found, bad_request for too many lines, and conflict for a gap. */
export function importLines(
  { db, clock }: BlockListDeps,
  { id, after, lines }: ImportLines & { id: string },
): Promise<BlockImport> {
  return changeReceiving(db, id, async (tx, row) => {
    if (after > row.lines)
      throw new AppError('conflict', `The next line to send is line ${row.lines + 1} after the header.`);
    const fresh = lines.slice(row.lines - after);
    if (row.lines + fresh.length > MOST_IMPORT_LINES)
      throw new AppError('bad_request', 'A list has at most a million lines: split it into several lists.');
    if (fresh.length > 0) await take(tx, row, fresh, clock.now());
  });
}

async function take(tx: Db, row: ImportRow, lines: readonly string[], now: Date): Promise<void> {
  const first = row.lines + 2;
  const reason = `It is on the list "${row.list_name}".`;
  const { addresses, contents, faults } = readLines(lines, { columns: row.columns, first, reason });
  const ofAddresses = await writeAddresses(tx, row, addresses);
  const ofContents = await writeContents(tx, row, contents);
  const addressHashes = addresses.map(({ hash }) => hash);
  await recordBlockedVideos(tx, { videoIds: [], addressHashes, detail: reason, now });
  const videoIds = await selectNamedVideos(tx, {
    hashes: addressHashes,
    contents: contents.map(({ sha256 }) => sha256),
    limit: MOST_VIDEOS,
  });
  const progress = {
    lines: lines.length,
    added: ofAddresses.added + ofContents.added,
    kept: ofAddresses.kept + ofContents.kept,
    faulty: faults.length,
    faults: faults.slice(0, MOST_IMPORT_FAULTS),
    videoIds,
  };
  await advanceImport(tx, row.id, progress, { faults: MOST_IMPORT_FAULTS, videos: MOST_VIDEOS });
}

/** A job removes entries that are no longer on the list. Throws not_found, and conflict if the import has ended. */
export function finishImport({ db, queue, clock }: BlockListDeps, id: string): Promise<BlockImport> {
  return changeReceiving(db, id, async (tx, row) => {
    if (row.added + row.kept === 0)
      throw new AppError(
        'conflict',
        `${row.lines === 0 ? 'Nothing was imported' : 'No line could be used'}: an empty list would remove all entries. Stop this import, or remove the list.`,
      );
    await endImport(tx, row.id, 'finishing', clock.now());
    await queue.send(tx, tendBlockListJob, {});
  });
}

/** Throws not_found, and conflict if the import has ended. */
export function stopImport({ db, clock }: BlockListDeps, id: string): Promise<BlockImport> {
  return changeReceiving(db, id, (tx, row) => endImport(tx, row.id, 'stopped', clock.now()));
}

function changeReceiving(
  db: Db,
  id: string,
  change: (tx: Db, row: ImportRow) => Promise<void>,
): Promise<BlockImport> {
  const work = async (tx: Db) => {
    const row = await lockImport(tx, Number(id));
    if (!row) throw new AppError('not_found', 'This import does not exist.');
    if (row.state !== 'receiving') throw new AppError('conflict', 'This import has ended.');
    await change(tx, row);
    return found(await selectImport(tx, row.id));
  };
  return transaction(db, work, { retry: ['deadlock'] });
}

function found(row: ImportRow | undefined): BlockImport {
  if (!row) throw new Error('An import disappeared in its own transaction.');
  return toImport(row);
}

/** A job removes the entries. Throws not_found. */
export async function removeList({ db, queue, clock }: BlockListDeps, id: string): Promise<string> {
  return db.transaction().execute(async (tx) => {
    const list = await markRemoved(tx, Number(id), clock.now());
    if (!list) throw new AppError('not_found', 'This list does not exist.');
    await stopImports(tx, Number(id), clock.now());
    await queue.send(tx, tendBlockListJob, {});
    return `The list "${list.name}" was removed. Its entries will be removed within minutes.`;
  });
}

/** Safe to interrupt: each batch is complete in itself. */
export async function tendBlockList(
  deps: Pick<BlockListDeps, 'db' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  do signal.throwIfAborted();
  while (await finishBatch(deps));
  do signal.throwIfAborted();
  while (await removeBatch(deps));
  await endBlocks(deps, signal);
}

/** False once no import is left to finish. */
function finishBatch({ db, clock }: Pick<BlockListDeps, 'db' | 'clock'>): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const row = await lockFinishing(tx);
    if (!row) return false;
    const removed = await removeListed(tx, { listId: row.list_id, before: row.id }, clock.now());
    if (removed > 0) await countRemoved(tx, row.id, removed);
    else await endImport(tx, row.id, 'finished', clock.now());
    return true;
  });
}

function removeBatch({ db, clock }: Pick<BlockListDeps, 'db' | 'clock'>): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const list = await lockRemoved(tx);
    if (!list) return false;
    const removed = await removeListed(tx, { listId: list.id, before: null }, clock.now());
    if (removed === 0) await deleteList(tx, list.id);
    return true;
  });
}

async function removeListed(
  tx: Db,
  of: { listId: number; before: number | null },
  now: Date,
): Promise<number> {
  const { deleted, hashes } = await deleteListed(tx, { ...of, limit: BATCH });
  await release(tx, hashes, now);
  return deleted;
}
