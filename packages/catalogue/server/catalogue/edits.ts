import type { VideoEdit } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import type { Queue } from '@vesper/core/jobs/queue.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
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
import { SENTENCES, tidyTags } from './act-rules.ts';
import { requireCategory } from './bulk-acts.ts';
import { type EditableVideo, lockEditable } from './details-queries.ts';

type Edit = Omit<VideoEdit, 'version'>;

export interface EditChange {
  before: Partial<EditableVideo>;
  after: Fields;
}

/**
 * Stores an edit and updates search, counts, tags, related videos and stale translations. Throws not_found, bad_request
 * for an unknown category, and conflict if the video has changed since `version`: `fields` then holds the current
 * values.
 */
export async function editVideo(
  { db, queue }: { db: Db; queue: Queue },
  { id, version, edit }: { id: string; version: number; edit: Edit },
): Promise<EditChange> {
  return db.transaction().execute(async (tx) => {
    if (edit.category !== undefined) await requireCategory(tx, edit.category);
    const video = await lockEditable(tx, id);
    if (!video) throw new AppError('not_found', SENTENCES.missing);
    const fields = changedFields(video, edit);
    if (video.version !== version) refuseOverwriting(video, fields);
    const names = Object.keys(fields) as (keyof typeof fields)[];
    if (names.length === 0) return { before: {}, after: {} };
    await writeWords(tx, queue, video, { fields, by: 'person' });
    return { before: Object.fromEntries(names.map((name) => [name, video[name]])), after: fields };
  });
}

function changedFields(video: EditableVideo, edit: Edit): Fields {
  const fields: Fields = {};
  const title = edit.title?.trim();
  if (title !== undefined && title !== video.title) fields.title = title;
  const description = edit.description?.trim();
  if (description !== undefined && description !== video.description) fields.description = description;
  const tags = edit.tags && tidyTags(edit.tags);
  if (tags && tags.join('\n') !== video.tags.join('\n')) fields.tags = tags;
  if (edit.category !== undefined && edit.category !== video.category) fields.category = edit.category;
  return fields;
}

/** Equal edits do not conflict. */
export function refuseOverwriting(video: EditableVideo, fields: Fields): void {
  const names = Object.keys(fields) as (keyof Fields)[];
  if (names.length === 0) return;
  const now = (name: keyof Fields) => `It is now: ${[video[name]].flat().join(', ') || 'empty'}`;
  throw new AppError(
    'conflict',
    'Another administrator has changed this video in the meantime. Check the current values and edit those.',
    Object.fromEntries(names.map((name) => [name, now(name)])),
  );
}

export type Fields = Omit<EditedFields, 'slug'>;

/** Updates search, counts, tags, related videos and stale translations. Lock the video. */
export async function writeWords(
  tx: Db,
  queue: Queue,
  { id, status }: Pick<EditableVideo, 'id' | 'status'>,
  { fields, by }: { fields: Fields; by: WordsBy },
): Promise<void> {
  const slug = fields.title === undefined ? {} : { slug: slugOfTitle(fields.title) };
  await updateEdited(tx, id, { ...fields, ...slug }, by);
  if (fields.title !== undefined || fields.description !== undefined) await dropStaleTranslations(tx, [id]);
  await remakeDocuments(tx, [id]);
  await forgetRelated(tx, [id]);
  if (status === 'published') await queue.send(tx, relatedJob, { videoId: id });
}
