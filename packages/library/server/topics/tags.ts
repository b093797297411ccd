import { type TagCount, TagRule } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { viewOf } from '@vesper/core/db/view-of.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { refuseOutdated } from '@vesper/core/lib/refuse-outdated.ts';
import { decide, NO_SUCH_RULE, type TopicDeps } from './categories.ts';
import { moveTopicsJob } from './jobs.ts';
import { moveBatch } from './moves.ts';
import {
  deleteTagRuleRow,
  insertMove,
  insertTagRule,
  redirectTagRules,
  selectAllTagRules,
  selectTagRules,
  selectTags,
} from './queries.ts';
import { foldTopic } from './rules.ts';

/** Of public videos, the most used first; for a prefix, in alphabetical order. */
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
  return (await selectAllTagRules(db)).map((row) => viewOf(TagRule, row));
}

/** On all existing and future videos; null removes the tag. Throws conflict for cycles, or if a rule exists. */
export async function changeTag(
  { db, queue }: TopicDeps,
  { tag, becomes }: { tag: string; becomes: string | null },
): Promise<void> {
  const from = foldTopic(tag);
  const to = becomes === null ? null : foldTopic(becomes);
  if (from === to) throw new AppError('conflict', 'The tag already has this name.');
  await decide(db, async (tx) => {
    const [rule] = await selectTagRules(tx, [from]);
    if (rule)
      throw new AppError(
        'conflict',
        `A rule says that the tag ${from} ${formatTagRule(rule)}: remove the rule first, under Tag rules.`,
      );
    if (to !== null && (await selectTagRules(tx, [to])).length > 0)
      throw new AppError('conflict', `There is a rule for the tag ${to}: remove the rule first.`);
    await insertTagRule(tx, from, to);
    await redirectTagRules(tx, from, to);
    await insertMove(tx, { kind: 'tag', from, to });
    await queue.send(tx, moveTopicsJob, {});
  });
  await moveBatch(db);
}

/** Videos keep their tags. Throws not_found, and conflict if the rule is no longer `seen`. */
export async function deleteTagRule(db: Db, tag: string, seen?: { becomes: string | null }): Promise<void> {
  await decide(db, async (tx) => {
    const [rule] = await selectTagRules(tx, [foldTopic(tag)]);
    if (!rule) throw new AppError('not_found', NO_SUCH_RULE);
    refuseOutdated(
      seen?.becomes,
      rule.becomes,
      `Another administrator has changed this rule: the tag ${rule.tag} ${formatTagRule(rule)}. Nothing was changed.`,
    );
    await deleteTagRuleRow(tx, rule.tag);
  });
}

function formatTagRule({ becomes }: { becomes: string | null }): string {
  return becomes === null ? 'is removed' : `becomes ${becomes}`;
}
