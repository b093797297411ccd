import type { VideoEdit } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import type { Queue } from '@vesper/core/jobs/queue.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import { remakeDocuments } from '@vesper/library/search';
import {
  type EditedFields,
  forgetRelated,
  relatedJob,
  slugOfTitle,
  updateEdited,
  type WordsBy,
} from '@vesper/library/videos';
import { dropStaleTranslations } from '@vesper/words/translations';
import { lockSubjects, selectEarliestDate } from './act-queries.ts';
import { type Ruling, ruleDate, SENTENCES, tidyTags } from './act-rules.ts';
import { writeStates } from './acts.ts';
import { requireCategory } from './bulk-acts.ts';
import { type EditableVideo, lockEditable } from './details-queries.ts';

type Edit = Omit<VideoEdit, 'version'>;

export interface EditChange {
  before: Partial<EditableVideo>;
  after: Changed;
}

type Changed = EditedFields & { publishedAt?: string };

/**
 * Stores an edit and updates search, counts, tags, related videos and stale translations. Throws not_found, bad_request
 * for an unknown category or a date out of bounds, and conflict if the date cannot move or the video has changed since
 * `version`: `fields` then holds the current values.
 */
export async function editVideo(
  { db, queue, clock }: { db: Db; queue: Queue; clock: Clock },
  { id, version, edit }: { id: string; version: number; edit: Edit },
): Promise<EditChange> {
  return db.transaction().execute(async (tx) => {
    if (edit.category !== undefined) await requireCategory(tx, edit.category);
    const video = await lockEditable(tx, id);
    if (!video) throw new AppError('not_found', SENTENCES.missing);
    const fields = changedFields(video, edit);
    if (video.version !== version) refuseOverwriting(video, fields);
    const names = Object.keys(fields) as (keyof Changed)[];
    const { publishedAt, ...words } = fields;
    if (publishedAt !== undefined) await moveDate(tx, id, { publishedAt, now: clock.now() });
    if (Object.keys(words).length > 0) await writeWords(tx, queue, video, { fields: words, by: 'person' });
    return { before: Object.fromEntries(names.map((name) => [name, video[name]])), after: fields };
  });
}

function changedFields(video: EditableVideo, edit: Edit): Changed {
  const wanted = {
    ...edit,
    title: edit.title?.trim(),
    description: edit.description?.trim(),
    tags: edit.tags && tidyTags(edit.tags),
    publishedAt: edit.publishedAt && new Date(edit.publishedAt).toISOString(),
  };
  const names = Object.keys(wanted) as (keyof Changed)[];
  const isChanged = (name: keyof Changed) =>
    wanted[name] !== undefined && JSON.stringify(wanted[name]) !== JSON.stringify(video[name]);
  return Object.fromEntries(names.filter(isChanged).map((name) => [name, wanted[name]]));
}

const FIVE_YEARS_MS = 5 * 366 * 24 * 3600 * 1000;

/** Schedules, shows or moves a video. Throws bad_request for a date out of bounds, and conflict if it cannot have one. */
async function moveDate(
  tx: Db,
  id: string,
  { publishedAt, now }: { publishedAt: string; now: Date },
): Promise<void> {
  const date = new Date(publishedAt);
  const earliest = await selectEarliestDate(tx);
  const latest = new Date(now.getTime() + FIVE_YEARS_MS);
  if (date < earliest || date > latest) {
    const sentence = `Please choose a date from ${earliest.toISOString()} to ${latest.toISOString()}.`;
    throw new AppError('bad_request', sentence, { publishedAt: sentence });
  }
  const [video] = await lockSubjects(tx, [id], now);
  const ruled: Ruling = video ? ruleDate(video, date > now) : { skip: 'missing' };
  if ('skip' in ruled) throw new AppError('conflict', SENTENCES[ruled.skip]);
  await writeStates(tx, [{ id, state: ruled.state, publishedAt }]);
}

/** Equal edits do not conflict. */
export function refuseOverwriting(video: EditableVideo, fields: Changed): void {
  const names = Object.keys(fields) as (keyof Changed)[];
  if (names.length === 0) return;
  const now = (name: keyof Changed) => `It is now: ${[video[name]].flat().join(', ') || 'empty'}`;
  throw new AppError(
    'conflict',
    'Another administrator has changed this video in the meantime. Check the current values and edit those.',
    Object.fromEntries(names.map((name) => [name, now(name)])),
  );
}

/** Updates search, counts, tags, related videos and stale translations. Lock the video. */
export async function writeWords(
  tx: Db,
  queue: Queue,
  { id, status, editedFields }: Pick<EditableVideo, 'id' | 'status' | 'editedFields'>,
  { fields, by }: { fields: EditedFields; by: WordsBy },
): Promise<void> {
  const { title } = fields;
  const slug = title === undefined || editedFields.includes('slug') ? {} : { slug: slugOfTitle(title) };
  await updateEdited(tx, id, { ...slug, ...fields }, { names: Object.keys(fields), by });
  if (title !== undefined || fields.description !== undefined) await dropStaleTranslations(tx, [id]);
  await remakeDocuments(tx, [id]);
  await forgetRelated(tx, [id]);
  if (status === 'published') await queue.send(tx, relatedJob, { videoId: id });
}
