import type { Db } from '@vesper/core/db/pool.ts';
import { execute, oneValue } from '@vesper/core/db/run-sql.ts';
import type { SubjectVideo } from './act-rules.ts';

/** In id order, to avoid deadlocks; skips deleted and cleared ones. */
export async function lockSubjects(tx: Db, ids: readonly string[], now: Date): Promise<SubjectVideo[]> {
  await execute(tx)`select from videos where id = any (${ids}::text[]) order by id for no key update`;
  // A separate statement sees what previous lock holders committed.
  return execute(tx)<SubjectVideo>`
    select v.id, v.status, v.hidden_reason as "hiddenReason", v.removal_reason as "removalReason", v.category, v.tags,
      v.kind, v.published_at is not null as "wasPublic",
      v.hidden_reason is not distinct from 'takedown'
        or b.case_id is not null as "isTakenDown", b.case_id as "takenDownBy",
      coalesce(b.otherwise, false) as "isBlocked",
      exists (select from case_targets t join cases c on c.id = t.case_id where t.video_id = v.id and c.is_open) as "hasPendingNotice",
      exists (select from video_redirects r where r.from_id = v.id) as "isMerged",
      v.source_id is null or is_covered(v.source_id, v.kind, greatest(now(), ${now}::timestamptz)) as "isCovered",
      v.kind <> 'hosted' or exists (select from stored_files f where f.video_id = v.id and f.key = v.video_url)
        as "hasFilm",
      exists (select from video_sources s where s.id = v.source_id and s.kind = 'upload') as "isUploaded"
    from videos v
    cross join lateral (
      select min(case_id) as case_id, bool_or(case_id is null) as otherwise
      from blocked_addresses where hash = v.source_url_hash) as b
    where v.id = any (${ids}::text[]) and not is_cleared(v) order by v.id`;
}

/** Lists end at the last clearing. */
export async function selectEarliestDate(db: Db): Promise<Date> {
  const date = await oneValue(db)<Date>`select greatest(cleared_at, '1900-01-01Z'::timestamptz) from library`;
  return date ?? new Date(0);
}

export async function selectCategoryNames(db: Db, names: readonly string[]): Promise<Set<string>> {
  const rows = await execute(db)<{ name: string }>`
    select name from categories where name = any (${names}::text[]) for key share`;
  return new Set(rows.map(({ name }) => name));
}
