import type { BlockEntries, BlockEntry, BlockKind, BlockQuery, NewBlock } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import { acceptedAddress, addressHash, hashOfAddress } from '@vesper/core/lib/text/canonical-address.ts';
import { recordBlockedAddresses, recordUnblocked } from '../ledger/index.ts';
import {
  deleteEnded,
  deleteOwnBlock,
  findEntries,
  hasSource,
  insertOwnBlock,
  type OwnBlock,
  selectEntries,
  selectEntry,
  selectPublicVideo,
} from './entry-queries.ts';
import { selectFree } from './queries.ts';
import { toEntry } from './view.ts';

const DAY_MS = 86_400_000;
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const SHA256 = /^[0-9a-f]{64}$/i;
const MOST_FOUND = 100;
const BATCH = 1_000;

/** A page of the block list, or search results from all of it. Throws bad_request. */
export async function listBlocks(db: Db, query: BlockQuery): Promise<BlockEntries> {
  const { search, after, limit, ...filter } = query;
  const text = search?.trim() ?? '';
  if (text !== '') return { entries: await searchIn(db, text), next: null };
  const cursor = after === undefined ? undefined : Number(after);
  const rows = await selectEntries(db, { ...filter, after: cursor, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  return {
    entries: shown.map(toEntry),
    next: rows.length > limit ? String(shown.at(-1)?.number) : null,
  };
}

async function searchIn(db: Db, text: string): Promise<BlockEntry[]> {
  const addresses = SCHEME.test(text) ? [text] : [`https://${text}`, `http://${text}`];
  const addressHashes = addresses.map(hashOfAddress).filter((hash) => hash !== null);
  const sha256 = SHA256.test(text) ? Buffer.from(text, 'hex') : null;
  return (await findEntries(db, { addressHashes, sha256, name: text }, MOST_FOUND)).map(toEntry);
}

/** Throws bad_request, not_found, or conflict for an existing entry. */
export async function addBlock(
  { db, clock }: { db: Db; clock: Clock },
  input: NewBlock,
  by: string,
): Promise<{ entry: BlockEntry; video: { id: string; title: string } | null }> {
  const now = clock.now();
  const block = ownBlockOf(input, by, now);
  const entry = await db.transaction().execute(async (tx) => {
    if (block.kind === 'id' && !(await hasSource(tx, block.sourceId)))
      throw new AppError('not_found', 'This source does not exist.');
    const number = await insertOwnBlock(tx, block);
    if (number === undefined)
      throw new AppError('conflict', 'An administrator’s entry for this already exists.');
    if (block.kind === 'address')
      await recordBlockedAddresses(
        tx,
        [{ hash: block.hash, url: block.address, sourceId: null }],
        block.reason,
      );
    const row = await selectEntry(tx, { kind: block.kind, number });
    if (!row) throw new Error('The entry was not stored.');
    return toEntry(row);
  });
  const video = await selectPublicVideo(db, {
    hash: block.kind === 'address' ? block.hash : null,
    sha256: block.kind === 'content' ? block.sha256 : null,
  });
  return { entry, video: video ?? null };
}

function ownBlockOf({ kind, value, sourceId, reason, until }: NewBlock, by: string, now: Date): OwnBlock {
  const given = value.trim();
  const end = until === undefined ? null : new Date(Date.parse(until) + DAY_MS);
  if (end && end <= now) throw wrong('until', 'This day is in the past.');
  const said = { reason: reason.trim(), by, until: end };
  if (kind === 'address') {
    const address = acceptedAddress(SCHEME.test(given) ? given : `https://${given}`, 'value');
    return { kind, hash: addressHash(address), address, ...said };
  }
  if (kind === 'content') {
    if (!SHA256.test(given)) throw wrong('value', 'This is not a SHA-256: it must be 64 hexadecimal digits.');
    return { kind, sha256: Buffer.from(given, 'hex'), ...said };
  }
  if (!sourceId) throw wrong('sourceId', 'Please choose the source that this id belongs to.');
  if (given.length > 500) throw wrong('value', 'An id is at most 500 characters long.');
  return { kind, sourceId, externalId: given, ...said };
}

function wrong(field: string, sentence: string): AppError {
  return new AppError('bad_request', sentence, { [field]: sentence });
}

/** Throws not_found, or conflict for an entry of a case or a list. */
export async function removeBlock(
  { db, clock }: { db: Db; clock: Clock },
  id: string,
): Promise<{ message: string; entry: BlockEntry }> {
  const [kind, number] = id.split('-') as [BlockKind, string];
  const key = { kind, number: Number(number) };
  return db.transaction().execute(async (tx) => {
    const row = await selectEntry(tx, key);
    if (!row) throw new AppError('not_found', 'This entry is not on the list.');
    if (row.origin === 'case')
      throw new AppError('conflict', `Case ${row.case_id} blocks it: undo the takedown of the case instead.`);
    if (row.origin === 'list')
      throw new AppError(
        'conflict',
        `It is on the list "${row.list_name}": remove the list, or import a newer version.`,
      );
    const deleted = await deleteOwnBlock(tx, key);
    if (deleted?.hash) await release(tx, [deleted.hash], clock.now());
    return { message: 'Removed from the block list.', entry: toEntry(row) };
  });
}

/** Lets crawls retry these addresses, unless another entry blocks them. */
export async function release(tx: Db, hashes: readonly Buffer[], now: Date): Promise<void> {
  if (hashes.length > 0) await recordUnblocked(tx, await selectFree(tx, hashes), now);
}

/** Removes expired entries. Safe to interrupt. */
export async function endBlocks({ db, clock }: { db: Db; clock: Clock }, signal: AbortSignal): Promise<void> {
  for (const kind of ['address', 'id', 'content'] as const) {
    let deleted: number;
    do {
      signal.throwIfAborted();
      deleted = await db.transaction().execute(async (tx) => {
        const rows = await deleteEnded(tx, { kind, now: clock.now(), limit: BATCH });
        await release(
          tx,
          rows.map(({ hash }) => hash).filter((hash) => hash !== null),
          clock.now(),
        );
        return rows.length;
      });
    } while (deleted === BATCH);
  }
}
