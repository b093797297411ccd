import type { Db } from '@vesper/core/db/pool.ts';
import { transaction } from '@vesper/core/db/transaction.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { lockMerges } from '@vesper/library/videos';
import {
  type CaseParts,
  countTargets,
  insertTargets,
  requireCase,
  resolveAddresses,
  sealOf,
  selectTargetVideos,
  voidWaiting,
} from '../../cases/index.ts';
import { hideNamed } from '../taking-off/hide-named.ts';

interface Naming {
  id: string;
  /** An id, or a page's address at `hostname`. */
  video: string;
  hostname: string;
}

/** Adds a video to an open case, and hides it if the kind does. Throws bad_request, not_found, conflict. */
export function nameVideo(parts: CaseParts, naming: Naming): Promise<string> {
  const name = async (tx: Db) => {
    await lockMerges(tx);
    const videoId = await addVideo(tx, parts, naming);
    const [caseRow, now] = [await requireCase(tx, naming.id), parts.clock.now()];
    await hideNamed(tx, parts, { caseRow, isNew: false, now });
    await voidWaiting(tx, caseRow, now);
    return videoId;
  };
  return transaction(parts.db, name, { retry: ['deadlock'] });
}

/** Without hiding it. Hold the lock of merges. */
export async function addVideo(tx: Db, parts: CaseParts, { id, video, hostname }: Naming): Promise<string> {
  const caseRow = await requireCase(tx, id);
  if (!caseRow.is_open) throw new AppError('conflict', 'This case is decided: no videos can be added.');
  const named = { addresses: [video], videoId: /^[\w-]{1,100}$/.test(video) ? video : null };
  const targets = await resolveAddresses({ ...parts, db: tx }, named, hostname);
  const found = targets.find(({ videoId }) => videoId !== null);
  if (!found?.videoId) throw new AppError('bad_request', 'video: no video has this address or id.');
  if ((await selectTargetVideos(tx, id)).includes(found.videoId))
    throw new AppError('conflict', 'The case already names this video.');
  const now = parts.clock.now();
  const seal = await sealOf(tx, parts.keys, caseRow, now);
  const position = await countTargets(tx, id);
  const sealed = seal.seal(`address-${position}`, found.written);
  await insertTargets(tx, id, [{ videoId: found.videoId, shape: found.shape, sealed }], position);
  return found.videoId;
}
