import type { Db } from '../../kernel/db/pool.ts';
import type { Queue } from '../../kernel/jobs/queue.ts';
import { remakeDocuments } from '../../library/search/index.ts';
import {
  type EditedFields,
  forgetRelated,
  relatedJob,
  slugOfTitle,
  updateEdited,
  type WordsBy,
} from '../../library/videos/index.ts';
import { dropStaleTranslations } from '../../words/translations/index.ts';
import type { EditableVideo } from './details-queries.ts';

export type Fields = Omit<EditedFields, 'slug'>;

/**
 * Writes words of a locked video and everything that follows from them: search, counts, tags, related lists, and stale
 * translations.
 */
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
