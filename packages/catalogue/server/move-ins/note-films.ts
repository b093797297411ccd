import { drainOutbox } from '@vesper/core/db/outbox.ts';
import type { Db } from '@vesper/core/db/pool.ts';
import { transaction } from '@vesper/core/db/transaction.ts';
import { AppError, errorMessage } from '@vesper/core/lib/app-error.ts';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { addressHash, canonicalAddress, hashOfAddress } from '@vesper/core/lib/text/canonical-address.ts';
import { blockedMessage, selectBlockedAddresses } from '@vesper/intake/block-list';
import { queueDownloads } from '@vesper/intake/downloads';
import type { VideoSourceRow } from '@vesper/intake/sources';
import { keepOldAddresses } from '@vesper/library/old-addresses';
import { deleteRemoved, isRemovingOf } from '../catalogue/index.ts';
import { FileProblem, statInside } from './inside-folder.ts';
import {
  endNoting,
  type FilmOnDisk,
  type FormerFilm,
  holdMoveIn,
  insertMoveIn,
  markHere,
  selectFormer,
  selectUnfinished,
  UNDONE,
  upsertFilms,
} from './queries.ts';
import { addressesSaid, FactError, type Found, readSaid } from './said.ts';

export interface Noting {
  db: Db;
  source: VideoSourceRow;
  folder: string;
  list: string | null;
  orderedBy: string;
  domains: ReadonlySet<string>;
  now: Date;
  isDry: boolean;
}

export interface Noted {
  /** Undefined if there was nothing to note. */
  moveInId: number | undefined;
  films: number;
  /** Queued, for the first time or again. */
  fresh: number;
  again: number;
  waiting: number;
  here: number;
  /** Changed on disk since: skipped. */
  changed: string[];
  /** Their videos were removed: skipped. */
  removed: number;
  bad: { where: string; message: string }[];
  /** About films that are imported anyway. */
  notes: { where: string; message: string }[];
}

const BATCH = 200;

/**
 * Queues downloads for films, in batches; skips paths that are queued or in the library. Safe to interrupt and
 * repeat. Throws conflict while an undo still removes videos of the source.
 */
export async function noteFilms(noting: Noting, found: AsyncIterable<Found>): Promise<Noted> {
  const noted: Noted = {
    ...{ moveInId: undefined, films: 0, fresh: 0, again: 0, waiting: 0, here: 0, removed: 0 },
    ...{ changed: [], bad: [], notes: [] },
  };
  const { db, source, folder, list } = noting;
  await refuseWhileUndoing(db, source);
  await drainOutbox(db);
  if (!noting.isDry) noted.moveInId = await selectUnfinished(db, { sourceId: source.id, folder, list });
  const look = lookingAt(noting, noted);
  let batch: Found[] = [];
  const end = async () => {
    const films: Placed[] = [];
    for (const looked of await Promise.all(batch.map(look))) {
      if ('message' in looked) noted.bad.push(looked);
      else films.push(looked);
    }
    if (films.length > 0) await noteBatch(noting, films, noted);
    batch = [];
  };
  for await (const one of found) {
    batch.push(one);
    if (batch.length === BATCH) await end();
  }
  await end();
  if (noted.moveInId !== undefined) await endNoting(db, noted.moveInId);
  return noted;
}

/** A film being removed must not count as imported. */
async function refuseWhileUndoing(db: Db, { id: sourceId, name }: VideoSourceRow): Promise<void> {
  if (await isRemovingOf(db, { sourceId, reason: UNDONE }))
    throw new AppError(
      'conflict',
      `An import of the source ${name} is still being undone. Try again once its videos are removed.`,
    );
}

type Placed = FilmOnDisk & { where: string; oldHashes: Buffer[] };

function lookingAt({ source, folder, domains, now }: Noting, noted: Noted) {
  const paths = new Set<string>();
  const addresses = new Map<string, string>();
  return async (found: Found): Promise<Placed | { where: string; message: string }> => {
    const { where } = found;
    const bad = (message: string) => ({ where, message });
    if (found.type === 'bad') return bad(found.message);
    const { path, facts } = found;
    if (paths.has(path)) return bad('An earlier line names the same file.');
    paths.add(path);
    try {
      const notes: string[] = [];
      const said = readSaid(facts, { path, domains, now, notes });
      said.oldAddresses = said.oldAddresses.filter(({ domain, address }) => {
        const key = `${domain} ${address}`;
        const other = addresses.get(key);
        addresses.set(key, other ?? path);
        if (other === undefined || other === path) return true;
        notes.push(`The old address "${address.slice(0, 100)}" already leads to ${other}.`);
        return false;
      });
      const url = addressOf(source.base_url, path);
      const stats = await statInside(folder, path);
      noted.films += 1;
      noted.notes.push(...notes.map((message) => ({ where, message })));
      const onDisk = { sizeBytes: stats.size, modifiedAt: new Date(Math.floor(stats.mtimeMs)) };
      const oldHashes = addressesSaid(facts).flatMap((text) => hashAt(source.base_url, text) ?? []);
      return { where, path, url, hash: addressHash(url), oldHashes, said, ...onDisk };
    } catch (error) {
      if (!(error instanceof FileProblem || error instanceof FactError || error instanceof SourceError))
        throw error;
      return bad(errorMessage(error));
    }
  };
}

/** An old address without a host is on the source's. */
function hashAt(baseUrl: string, text: string): Buffer | null {
  const url = /^https?:\/\//i.test(text) ? text : URL.parse(text.replace(/^\/*/, '/'), baseUrl)?.href;
  return url === undefined ? null : hashOfAddress(url);
}

/** The path below its source's address. Throws SourceError if too long. */
export function addressOf(baseUrl: string, path: string): string {
  const base = baseUrl.replace(/[?#].*$/, '').replace(/\/?$/, '/');
  return canonicalAddress(base + path.split('/').map(encodeURIComponent).join('/'));
}

type Fate = 'fresh' | 'again' | 'waiting' | 'here' | 'changed' | 'removed' | 'shown_again';

function fateOf({ state, isOpen, isSame, videoStatus, isUndoneVideo, isDoubleHere }: FormerFilm): Fate {
  if (state === null) return 'fresh';
  if (isOpen) return 'waiting';
  const isHere = videoStatus !== null && videoStatus !== 'processing';
  if (state === 'undone' && (!isHere || isUndoneVideo)) return 'again';
  if (videoStatus === 'removed') return 'removed';
  if (state === 'undone') return 'shown_again';
  if (isHere) return isSame ? 'here' : 'changed';
  return state === 'duplicate' && isSame && isDoubleHere ? 'here' : 'again';
}

async function noteBatch(noting: Noting, films: readonly Placed[], noted: Noted): Promise<void> {
  const { db, source } = noting;
  const blocked = await selectBlockedAddresses(
    db,
    films.flatMap(({ hash, oldHashes }) => [hash, ...oldHashes]),
  );
  const allowed = films.filter(({ where, hash, oldHashes }) => {
    const block = [hash, ...oldHashes].map((one) => blocked.get(one.toString('hex'))).find(Boolean);
    if (block) noted.bad.push({ where, message: blockedMessage(block) });
    return !block;
  });
  const fates = noting.isDry
    ? (await selectFormer(db, source.id, allowed)).map(fateOf)
    : await transaction(db, (tx) => write(tx, noting, allowed, noted), { retry: ['deadlock'] });
  for (const [nth, fate] of fates.entries()) {
    if (fate === 'changed') noted.changed.push(allowed[nth]?.path ?? '');
    else noted[fate === 'shown_again' ? 'here' : fate] += 1;
  }
}

async function write(tx: Db, noting: Noting, films: readonly Placed[], noted: Noted): Promise<Fate[]> {
  const { source, folder, list, orderedBy, now } = noting;
  const former = await selectFormer(tx, source.id, films);
  // An undo may have started since the first check.
  await refuseWhileUndoing(tx, source);
  if (noted.moveInId !== undefined && !(await holdMoveIn(tx, noted.moveInId)))
    throw new AppError('conflict', 'This import was undone in the meantime. Run the command again.');
  const fates = former.map(fateOf);
  const wanted = films.filter((_, nth) => fates[nth] === 'fresh' || fates[nth] === 'again');
  for (const [nth, film] of films.entries()) {
    const { videoId = null, moveInId = null } = former[nth] ?? {};
    if (fates[nth] !== 'shown_again' || videoId === null || moveInId === null) continue;
    await markHere(tx, source.id, film.path, videoId);
    await keepOldAddresses(tx, { videoId, moveInId }, film.said.oldAddresses);
  }
  if (wanted.length === 0) return fates;
  noted.moveInId ??= await insertMoveIn(tx, { sourceId: source.id, folder, list, orderedBy });
  // Otherwise the removed video would block its film.
  await deleteRemoved(
    tx,
    former.flatMap(({ videoId, undoneDouble }, nth) =>
      fates[nth] === 'again' ? [videoId ?? [], undoneDouble ?? []].flat() : [],
    ),
    now,
  );
  await upsertFilms(tx, { sourceId: source.id, moveInId: noted.moveInId }, wanted);
  await queueDownloads(
    tx,
    wanted.map(({ path, url, hash, said }) => {
      const { title, description, tags, category, publishedAt } = said;
      const metadata = { title, description, tags, category, ...(publishedAt ? { publishedAt } : {}) };
      return {
        sourceUrl: url,
        sourceUrlHash: hash,
        sourceId: source.id,
        crawlerRunId: null,
        externalId: path,
        metadata,
      };
    }),
  );
  return fates;
}
