import type { VideoProblem } from '@vesper/contract';
import type { TitleQuery } from '@vesper/library/search';
import { type RawBuilder, sql } from 'kysely';

export type Fragment = RawBuilder<unknown>;

export interface WantedVideos {
  named?: { id: string | null; addressHash: Buffer | null };
  words?: TitleQuery;
  status?: string;
  reason?: string;
  kind?: string;
  problem?: VideoProblem;
  /** Null: without a source. */
  sourceId?: string | null;
  category?: string;
  tag?: string;
}

/** `exists` sometimes reads all such rows instead of one video's. */
function probe(from: Fragment): Fragment {
  return sql`(select true from ${from} limit 1) is not null`;
}

/** For videos `v`; must match the partial indexes. */
const PROBLEMS: Record<VideoProblem, Fragment> = {
  no_picture: sql`v.thumbnail_url = '' and v.status in ('published', 'hidden')`,
  no_renditions: sql`v.hls_url = '' and v.kind = 'hosted' and v.status in ('published', 'hidden')`,
  no_duration: sql`v.duration = 0 and v.status in ('published', 'hidden')`,
  files_missing: sql`v.kind = 'hosted' and (v.hidden_reason = 'gone'
    or (v.video_url = '' and v.status in ('published', 'hidden'))
    or (v.status = 'processing' and v.published_at is not null))`,
  gone: sql`v.hidden_reason = 'gone'`,
  possible_duplicate: sql`(${probe(sql`duplicate_decisions d where d.video_id = v.id and d.outcome = 'suspected'`)}
    or ${probe(sql`duplicate_decisions d where d.existing_video_id = v.id and d.outcome = 'suspected'`)})`,
  making_failed: probe(sql`media_jobs m
    where m.video_id = v.id and m.error is not null and m.status in ('completed', 'failed')`),
};

/** Hosted videos that should have streams and have none. */
export function lacksRenditions(byDefault: boolean): Fragment {
  return sql`(${PROBLEMS.no_renditions} and coalesce(nullif(
    (select s.renditions from video_sources s where s.id = v.source_id), 'default'),
    ${byDefault ? 'on' : 'off'}) = 'on')`;
}

export function problemsOf(rendersByDefault: boolean): Fragment {
  const problems = { ...PROBLEMS, no_renditions: lacksRenditions(rendersByDefault) };
  const flags = Object.entries(problems).map(([name, has]) => sql`case when ${has} then ${name}::text end`);
  return sql`array_remove(array[${sql.join(flags)}]::text[], null)`;
}

/** A filter condition with an index in list order, newest first. */
export interface ListIndex {
  /** Key in `video_totals`, if a total is kept. */
  counted?: { about: string; value: string };
  /** Without a total: whether few match. */
  isRare?: boolean;
  condition: Fragment;
}

export const WHOLE_LIST: ListIndex = { condition: sql`true` };

export function indexesOf(wanted: WantedVideos): ListIndex[] {
  const indexes: ListIndex[] = [];
  const add = (about: string, value: string, condition: Fragment) =>
    indexes.push({ counted: { about, value }, condition });
  const { status, reason, kind, sourceId, category, problem } = wanted;
  if (status !== undefined) add('status', status, sql`v.status = ${status}`);
  if (reason !== undefined) add('hidden_reason', reason, sql`v.hidden_reason = ${reason}`);
  if (kind !== undefined) add('kind', kind, sql`v.kind = ${kind}`);
  if (sourceId === null) add('source', '', sql`v.source_id is null`);
  else if (sourceId !== undefined) add('source', sourceId, sql`v.source_id = ${sourceId}`);
  if (category !== undefined) add('category', category, sql`v.category = ${category}`);
  if (problem === 'gone') add('hidden_reason', 'gone', PROBLEMS.gone);
  else if (problem !== undefined && problem !== 'possible_duplicate' && problem !== 'making_failed')
    indexes.push({ isRare: problem !== 'no_renditions', condition: PROBLEMS[problem] });
  return indexes;
}

export function conditionsOf(wanted: WantedVideos): Fragment {
  const { named, words, problem, tag } = wanted;
  const all = [sql`not is_cleared(v)`, ...indexesOf(wanted).map(({ condition }) => condition)];
  if (named) all.push(sql`(v.id = ${named.id} or v.source_url_hash = ${named.addressHash})`);
  if (words)
    all.push(probe(sql`video_search s where s.video_id = v.id and s.doc @@ ${words.inTitle}::tsquery`));
  if (problem !== undefined) all.push(PROBLEMS[problem]);
  if (tag !== undefined) all.push(probe(sql`unnest(v.tags) as t (tag) where lower(t.tag) = lower(${tag})`));
  return sql.join(all, sql` and `);
}
