import type { MoveInUndoing } from '@vesper/contract';
import { drainOutbox } from '@vesper/core/db/outbox.ts';
import type { Db } from '@vesper/core/db/pool.ts';
import { transaction } from '@vesper/core/db/transaction.ts';
import type { Actor } from '@vesper/core/http/mount.ts';
import type { Queue } from '@vesper/core/jobs/queue.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { cancelDownloadsOf } from '@vesper/intake/downloads';
import { forgetOldAddresses, leadingAway } from '@vesper/library/old-addresses';
import { discardVideos, requireMayHide } from '@vesper/library/videos';
import { orderRemoval } from '../catalogue/index.ts';
import { lockMoveIn, markUndone, selectMoveIn, selectUndone, UNDONE, type UndoneFilm } from './queries.ts';

/** A dry run. Throws not_found, and conflict if already undone. */
export async function describeUndoing(db: Db, id: number): Promise<MoveInUndoing> {
  await drainOutbox(db);
  return (await planOf(db, id)).counts;
}

/**
 * Cancels pending films and removes the others' videos in the background, with redirects. Keeps videos that somebody
 * edited, hid or removed, or that are under notice. Throws as above, and for an actor like `requireMayHide`.
 */
export async function undoMoveIn(
  { db, queue }: { db: Db; queue: Queue },
  id: number,
  { by, actor }: { by: string; actor?: Actor },
): Promise<MoveInUndoing> {
  const work = async (tx: Db) => {
    await lockMoveIn(tx, id);
    await drainOutbox(db);
    const { films, left, counts } = await planOf(tx, id);
    if (actor) await requireMayHide(tx, { actor, n: counts.removes });
    await markUndone(tx, { id, by, staying: left.map(({ path }) => path) });
    const ended = await cancelDownloadsOf(tx, {
      externalIds: films
        .filter(isComing)
        .map(({ source_id, path }) => ({ sourceId: source_id, externalId: path })),
      ...{ addressHashes: [], videoIds: [], sourceIds: [], sentence: UNDONE },
    });
    await discardVideos(tx, ended);
    await forgetOldAddresses(tx, id, videosOf(left));
    const ids = videosOf(films.filter(isRemoved));
    if (ids.length > 0) await orderRemoval(tx, queue, { ids, reason: UNDONE, orderedBy: by });
    return counts;
  };
  return transaction(db, work, { retry: ['deadlock'] });
}

async function planOf(tx: Db, id: number) {
  const moveIn = await selectMoveIn(tx, id);
  if (!moveIn) throw new AppError('not_found', 'This import does not exist.');
  if (moveIn.undone_at) throw new AppError('conflict', 'This import has already been undone.');
  const films = await selectUndone(tx, id);
  const staying = films.filter((film) => film.isRemovable && (film.isEdited || film.isNamed));
  const left = [...staying, ...films.filter(({ isGone }) => isGone)];
  const named = staying.filter(({ isNamed }) => isNamed).length;
  const counts: MoveInUndoing = {
    removes: films.filter(isRemoved).length,
    named,
    edited: staying.length - named,
    ends: films.filter(isComing).length,
    oldAddresses: await leadingAway(tx, id, videosOf(left)),
  };
  return { films, left, counts };
}

const isComing = ({ state }: UndoneFilm) => state === 'waiting' || state === 'working';
const isRemoved = ({ isRemovable, isEdited, isNamed }: UndoneFilm) => isRemovable && !isEdited && !isNamed;
const videosOf = (films: readonly UndoneFilm[]) => films.flatMap(({ video_id }) => video_id ?? []);
