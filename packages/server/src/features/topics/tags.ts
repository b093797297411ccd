import type { TagCount, TagRule } from '@vesper/contract';
import type { Db } from '../../db/pool.ts';
import { AppError } from '../../lib/app-error.ts';
import type { TopicTools } from './categories.ts';
import { moveTopicsJob } from './jobs.ts';
import { moveStretch } from './moves.ts';
import {
  deleteTagRuleRow,
  insertMove,
  redirectTagRules,
  selectAllTagRules,
  selectTagRules,
  selectTags,
  upsertTagRule,
} from './queries.ts';
import { foldTopic } from './rules.ts';

/** Tags of public videos, the most used first; of a beginning, in the order of the alphabet. */
export async function listTags(
  db: Db,
  query: { search?: string | undefined; limit: number; after?: string | undefined },
): Promise<TagCount[]> {
  const rows = await selectTags(db, {
    limit: query.limit,
    beginning: foldTopic(query.search ?? ''),
    after: query.after,
  });
  return rows.map(({ tag, n }) => ({ tag, videoCount: Number(n) }));
}

export async function listTagRules(db: Db): Promise<TagRule[]> {
  const rows = await selectAllTagRules(db);
  return rows.map(({ tag, becomes, created_at }) => ({
    ...{ tag, becomes },
    createdAt: created_at.toISOString(),
  }));
}

/**
 * Has a tag become another one, or none, on every video and on those to come. Whatever became it before becomes the
 * other now. Throws conflict where the two would lead to each other.
 */
export async function changeTag(
  { db, queue }: TopicTools,
  { tag, becomes }: { tag: string; becomes: string | null },
): Promise<void> {
  const from = foldTopic(tag);
  const to = becomes === null ? null : foldTopic(becomes);
  if (from === to) throw new AppError('conflict', 'It is that tag already.');
  await db.transaction().execute(async (tx) => {
    if (to !== null && (await selectTagRules(tx, [to])).length > 0)
      throw new AppError('conflict', `There is a rule about the tag ${to} itself: take that one back first.`);
    await upsertTagRule(tx, from, to);
    await redirectTagRules(tx, from, to);
    await insertMove(tx, { kind: 'tag', from, to });
    await queue.send(tx, moveTopicsJob, {});
  });
  await moveStretch(db);
}

/** Takes a decision about a tag back; videos keep the tags that they have. Throws not_found. */
export async function deleteTagRule(db: Db, tag: string): Promise<void> {
  if (!(await deleteTagRuleRow(db, foldTopic(tag))))
    throw new AppError('not_found', 'There is no such rule.');
}
