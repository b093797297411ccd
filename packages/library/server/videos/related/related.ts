import type { Db } from '@vesper/core/db/pool.ts';
import { selectVideosByIds, type VideoRow } from '../queries.ts';
import {
  type Candidate,
  type RelatedSubject,
  selectCandidates,
  selectHasOtherSource,
  selectNewest,
  selectOfOtherSource,
  selectRelatedSubject,
  selectUnlike,
} from './related-candidate-queries.ts';
import {
  type Because,
  type Choice,
  type Chosen,
  chooseRelated,
  RELATED_COUNT,
  STORED_COUNT,
} from './related-choice.ts';
import { markDue, type RelatedRow, selectRelated, upsertRelated } from './related-queries.ts';

/** `because` is '' if nothing is shared any more. */
export interface Related {
  video: VideoRow;
  because: Because;
}

/** Twelve videos, or all others; undefined unless publicly visible. Drops outdated reasons and makes the list due. */
export async function findRelated(db: Db, id: string): Promise<Related[] | undefined> {
  const stored = await selectRelated(db, id);
  if (!stored) return undefined;
  const { subject, rows, isDue } = stored;
  const listed = others(id, rows);
  if (listed.length < RELATED_COUNT) return workOutNow(db, id);
  const shown = listed
    .slice(0, RELATED_COUNT)
    .map((row) => ({ video: row, because: trueReason(subject, row) }));
  if (!isDue && (rows.length < stored.listed || rows.some(({ isChanged }) => isChanged)))
    await markDue(db, [id]);
  return shown;
}

/** A few milliseconds, bounded by indexes. */
async function workOutNow(db: Db, id: string): Promise<Related[] | undefined> {
  const worked = await workOut(db, id);
  if (!worked) return undefined;
  const reasons = new Map(worked.map((chosen) => [chosen.id, chosen.because]));
  const rows = await selectVideosByIds(db, [...reasons.keys()].slice(0, RELATED_COUNT));
  return rows.map((video) => ({ video, because: reasons.get(video.id) ?? '' }));
}

/** Related lists of its neighbours become due, as it may belong to them. */
export async function refreshRelated(db: Db, videoId: string): Promise<void> {
  const chosen = await workOut(db, videoId);
  if (chosen)
    await markDue(
      db,
      chosen.map(({ id }) => id),
    );
}

/** Stores the list unless the catalogue is smaller than it. Undefined unless the video is publicly visible. */
export async function workOut(
  db: Db,
  videoId: string,
  dueSince: string | null = null,
): Promise<Chosen[] | undefined> {
  const subject = await selectRelatedSubject(db, videoId);
  if (!subject) return undefined;
  const chosen = await choose(db, subject);
  if (chosen.length >= RELATED_COUNT) await upsertRelated(db, videoId, { chosen, dueSince });
  return chosen;
}

/** Without storing; undefined unless the video is publicly visible. */
export async function chooseFor(db: Db, videoId: string): Promise<Chosen[] | undefined> {
  const subject = await selectRelatedSubject(db, videoId);
  return subject && choose(db, subject);
}

async function choose(db: Db, subject: RelatedSubject): Promise<Chosen[]> {
  const { found, ...rest } = await selectCandidates(db, subject);
  const choice = { ...rest, subject, candidates: others(subject.id, found) };
  const ofCategory = choice.candidates.filter(({ category }) => category === subject.category);
  if (ofCategory.length < STORED_COUNT)
    choice.candidates = others(subject.id, [
      ...choice.candidates,
      ...(await selectNewest(db, STORED_COUNT + 1, subject.category)),
    ]);
  if (choice.candidates.length < STORED_COUNT)
    choice.candidates = others(subject.id, [
      ...choice.candidates,
      ...(await selectNewest(db, STORED_COUNT + 1)),
    ]);
  return varied(db, choice, chooseRelated(choice));
}

/** Adds a video unlike the others, if all share a source or a tag and not all videos do. */
async function varied(db: Db, choice: Choice, chosen: Chosen[]): Promise<Chosen[]> {
  const { subject, candidates } = choice;
  const byId = new Map(candidates.map((video) => [video.id, video]));
  const shown = chosen.slice(0, RELATED_COUNT).flatMap(({ id }) => byId.get(id) ?? []);
  const [first] = shown;
  if (!first) return chosen;
  const unlike: Candidate[] = [];
  const { sourceId } = first;
  if (shown.every((one) => one.sourceId === sourceId) && (await selectHasOtherSource(db, sourceId)))
    unlike.push(...(await findUnlike(db, { sourceId }, subject)));
  const tag = lowerTags(first).find((one) => shown.every((video) => lowerTags(video).includes(one)));
  if (tag !== undefined) unlike.push(...(await findUnlike(db, { tag }, subject)));
  if (unlike.length === 0) return chosen;
  const more = {
    candidates: others(subject.id, [...candidates, ...unlike]),
    unlike: unlike.map(({ id }) => id),
  };
  return chooseRelated({ ...choice, ...more });
}

async function findUnlike(
  db: Db,
  unlike: Parameters<typeof selectUnlike>[1],
  { category }: RelatedSubject,
): Promise<Candidate[]> {
  const near = await selectUnlike(db, unlike, category);
  if (near.length > 0) return near;
  if ('sourceId' in unlike) return selectOfOtherSource(db, { ...unlike, category });
  return selectUnlike(db, unlike);
}

/** Distinct, without the list's own video. */
function others<Item extends { id: string }>(ownId: string, all: readonly Item[]): Item[] {
  const byId = new Map(all.toReversed().map((one) => [one.id, one]));
  byId.delete(ownId);
  return [...byId.values()].reverse();
}

/** Tags and category are checked again; words count until a change. */
function trueReason(subject: { tags: readonly string[]; category: string }, row: RelatedRow): Because {
  const { because } = row;
  if (because === null) return '';
  if (because === 'category') return row.category === subject.category ? because : '';
  if (because.startsWith('words ')) return row.isChanged ? '' : because;
  if (!because.startsWith('tag ')) return because;
  const tag = because.slice('tag '.length);
  return lowerTags(subject).includes(tag) && lowerTags(row).includes(tag) ? because : '';
}

function lowerTags({ tags }: { tags: readonly string[] }): string[] {
  return tags.map((tag) => tag.toLowerCase());
}
