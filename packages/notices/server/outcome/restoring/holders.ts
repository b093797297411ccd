import type { Db } from '@vesper/core/db/pool.ts';
import { insertBlocks } from '@vesper/intake/block-list';
import { CASE_KINDS, type CaseParts, type CaseRow, noteHidden, rulesOf } from '../../cases/index.ts';
import { moveStrikes } from '../strike-queries.ts';
import { hidesOnReceipt } from '../taking-off/hide.ts';
import { blockingOf, blockReason } from '../taking-off/take-off.ts';
import {
  type FamilyVideo,
  MOST_FAMILY,
  selectFamilies,
  selectFilms,
} from '../taking-off/take-off-queries.ts';
import { type Holder, moveTaken, selectHolders, type TakenRow } from './restore-queries.ts';

export interface Family {
  ids: string[];
  videos: FamilyVideo[];
  isCut: boolean;
}

/** Each once. A cut one has all given ids of its file. Hold the lock of merges. */
export async function familiesOf(tx: Db, videoIds: readonly string[]): Promise<Family[]> {
  const left = new Set(videoIds);
  const films = await selectFilms(tx, videoIds);
  const families: Family[] = [];
  for (const id of videoIds) {
    if (!left.has(id)) continue;
    const videos = await selectFamilies(tx, [id]);
    const kin = new Set(videos.map((video) => video.id)).add(id);
    const isCut = videos.length >= MOST_FAMILY;
    const same = new Set(isCut ? videos.map((video) => video.content_sha256?.toString('hex') ?? '') : []);
    const ids = [...left].filter((one) => kin.has(one) || same.has(films.get(one) ?? 'none'));
    for (const one of ids) left.delete(one);
    families.push({ ids, videos, isCut });
  }
  return families;
}

/** Those with something taken down. The rest of an undecided case is public and must not be blocked. */
export function affectedBy(taken: readonly TakenRow[], all: readonly Family[]) {
  const takenIds = new Set(taken.map(({ id }) => id));
  const families = all.filter(({ ids }) => ids.some((id) => takenIds.has(id)));
  return { families, ids: new Set(families.flatMap(({ ids }) => ids)) };
}

export async function holdersOf(
  tx: Db,
  families: readonly Family[],
  which: Omit<Parameters<typeof selectHolders>[1], 'families'>,
): Promise<Holder[]> {
  const first = families.flatMap(({ videos: kin, ids: [named = ''] }) =>
    kin.map((video) => ({ id: video.id, named_id: named })),
  );
  const holders = await selectHolders(tx, { ...which, families: first });
  return holders.flatMap((holder) => {
    const ids = families.find(({ ids: [named] }) => named === holder.videoId)?.ids ?? [];
    return ids.map((videoId) => ({ ...holder, videoId }));
  });
}

/** Videos that another case may hold by a copy beyond the cut stay down and blocked. Returns them. */
export async function keepOff(
  tx: Db,
  caseRow: Pick<CaseRow, 'id' | 'kind'>,
  { families, holders }: { families: readonly Family[]; holders: readonly Holder[] },
): Promise<string[]> {
  const heldIds = new Set(holders.map(({ videoId }) => videoId));
  const unsure = families.filter(({ isCut, ids: [named = ''] }) => isCut && !heldIds.has(named));
  if (unsure.length === 0) return [];
  const blocking = await blockingOf(
    tx,
    unsure.flatMap((family) => family.videos),
  );
  await insertBlocks(tx, blocking, { reason: blockReason(caseRow), caseId: caseRow.id });
  return unsure.flatMap(({ ids }) => ids);
}

/** Those that hide before a decision. */
export function hidingKinds(config: CaseParts['config']): {
  hiddenOnReceipt: string[];
  hiddenOnConfirmation: string[];
} {
  const kindsThat = (hides: (rules: (typeof CASE_KINDS)[number]) => boolean) =>
    CASE_KINDS.filter(hides).map(({ kind }) => kind);
  return {
    hiddenOnReceipt: kindsThat(({ kind }) => hidesOnReceipt(config, kind)),
    hiddenOnConfirmation: kindsThat(({ hides }) => hides === 'confirmed'),
  };
}

interface HandOver {
  fromId: string;
  holder: string;
  held: readonly Holder[];
  families: readonly Family[];
  now: Date;
}

export async function handOver(tx: Db, { fromId, holder, held, families, now }: HandOver): Promise<void> {
  const videoIds = held.map(({ videoId }) => videoId);
  const isOpen = held.some((one) => one.isOpen);
  const [kind = ''] = held.map((one) => one.kind);
  const blocking = await blockingOf(
    tx,
    families.filter(({ ids: [named = ''] }) => videoIds.includes(named)).flatMap((family) => family.videos),
  );
  await insertBlocks(tx, blocking, { reason: blockReason({ id: holder, kind }), caseId: holder });
  await moveTaken(tx, { fromId, toId: holder, videoIds });
  // Its denial must restore them.
  if (isOpen) await noteHidden(tx, holder, now);
  else if (rulesOf(kind).strikes) await moveStrikes(tx, { fromId, toId: holder, videoIds });
}
