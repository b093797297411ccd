import { type ManagedVideoDetails, SOURCE_WORDS, type SourceWord } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import type { Queue } from '@vesper/core/jobs/queue.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { type LastLook, type SourceWords, selectLastLook, updateDifferences } from '@vesper/intake/revisits';
import type { Refusals } from '@vesper/library/refusals';
import { decideTopics } from '@vesper/library/topics';
import { type EditedFields, holdRefused } from '@vesper/library/videos';
import { SENTENCES } from './act-rules.ts';
import { lockEditable } from './details-queries.ts';
import { type EditChange, refuseOverwriting, writeWords } from './edits.ts';

/** A source's words about a video, current and previous. */
export interface Said {
  words: SourceWords;
  last: { words: SourceWords | null; differences: readonly SourceWord[] };
  isFollowed: boolean;
}

export interface Followed {
  words: SourceWords;
  taken: SourceWord[];
  differences: SourceWord[];
}

/** Updates words not edited by hand. Undefined if the video is no longer public. */
export async function followSource(
  tx: Db,
  queue: Queue,
  videoId: string,
  { words: said, last, isFollowed }: Said,
): Promise<Followed | undefined> {
  const words = { ...said, ...(await decideTopics(tx, said)) };
  const video = await lockEditable(tx, videoId);
  if (video?.status !== 'published') return undefined;
  const differing = SOURCE_WORDS.filter((field) => !isSame(video[field], words[field]));
  const taken = differing.filter((field) => isFollowed && !video.editedFields.includes(field));
  const isNews = (field: SourceWord) =>
    !last.words || last.differences.includes(field) || !isSame(last.words[field], words[field]);
  const differences = differing.filter((field) => !taken.includes(field) && isNews(field));
  if (taken.length > 0) await writeWords(tx, queue, video, { fields: pick(words, taken), by: 'source' });
  return { words, taken, differences };
}

/** Updates words from the video's page. Throws not_found, and conflict if the video has changed since `version`. */
export async function takeFromSource(
  { db, queue, refusals }: { db: Db; queue: Queue; refusals: Refusals },
  { id, version, fields }: { id: string; version: number; fields: readonly SourceWord[] },
): Promise<EditChange> {
  const list = await refusals.get();
  return db.transaction().execute(async (tx) => {
    const { words: said, differences } = await requireWords(tx, id);
    const words = { ...said, ...(await decideTopics(tx, said)) };
    const video = await lockEditable(tx, id);
    if (!video) throw new AppError('not_found', SENTENCES.missing);
    const taken = pick(words, fields);
    if (video.version !== version) refuseOverwriting(video, taken);
    await writeWords(tx, queue, video, { fields: taken, by: 'source' });
    await holdRefused(tx, list, [id]);
    await updateDifferences(
      tx,
      id,
      differences.filter((field) => !fields.includes(field)),
    );
    return { before: pick(video, fields), after: taken };
  });
}

/** Sets the undecided differences; returns the former ones. Throws not_found. */
export async function changeDifferences(
  db: Db,
  id: string,
  fields: readonly SourceWord[],
): Promise<readonly SourceWord[]> {
  return db.transaction().execute(async (tx) => {
    const { differences } = await requireWords(tx, id);
    await updateDifferences(tx, id, [...new Set(fields)]);
    return differences;
  });
}

/** Undecided differences; null if the page was not rechecked. */
export function viewLastLook(
  look: LastLook | undefined,
  video: SourceWords,
): ManagedVideoDetails['lastLook'] {
  if (!look) return null;
  const { visitedAt, outcome, words, differences } = look;
  const open = words ? differences.filter((field) => !isSame(video[field], words[field])) : [];
  return { at: visitedAt.toISOString(), outcome, differences: words ? pick(words, open) : {} };
}

async function requireWords(tx: Db, id: string): Promise<LastLook & { words: SourceWords }> {
  const look = await selectLastLook(tx, id, { lock: true });
  if (!look?.words) throw new AppError('not_found', 'The source page of this video has not been rechecked.');
  return { ...look, words: look.words };
}

function isSame(one: string | readonly string[], other: string | readonly string[]): boolean {
  return [one].flat().join('\n') === [other].flat().join('\n');
}

function pick(words: SourceWords, fields: readonly SourceWord[]): EditedFields {
  return Object.fromEntries(fields.map((field) => [field, words[field]]));
}
