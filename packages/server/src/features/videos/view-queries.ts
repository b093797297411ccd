import { sql } from 'kysely';
import { type Db, PREPARED } from '../../db/pool.ts';
import { publiclyVisible } from './queries.ts';

const prepared = sql.raw(PREPARED);

/**
 * Notes that a visitor saw a video now; `counted` unless the same mark was counted within the hour, or a robot
 * asks. One statement, so that two requests at once count once.
 */
export async function markView(
  db: Db,
  { videoId, mark, now, robot }: { videoId: string; mark: Buffer; now: Date; robot: boolean },
): Promise<{ found: boolean; counted: boolean }> {
  const { rows } = await sql<{ found: boolean; counted: boolean }>`${prepared}
    with video as (select v.id from videos v where v.id = ${videoId} and ${publiclyVisible}),
    noted as (
      insert into view_marks as known (mark, counted_at)
      select ${mark}, ${now} from video where not ${robot}::boolean
      on conflict (mark) do update set counted_at = excluded.counted_at
        where known.counted_at <= excluded.counted_at - interval '1 hour'
      returning mark)
    select exists (select from video) as found, exists (select from noted) as counted`.execute(db);
  return rows[0] ?? { found: false, counted: false };
}

/** Adds gathered views, in the order of the ids, so that two writers cannot deadlock. */
export async function addViews(db: Db, views: ReadonlyMap<string, number>): Promise<void> {
  const ids = [...views.keys()].sort();
  const counts = ids.map((id) => views.get(id) ?? 0);
  await db.transaction().execute(async (tx) => {
    await sql`select from videos where id = any (${ids}::text[]) order by id for no key update`.execute(tx);
    await sql`
      with added as (
        update videos v set views = v.views + more.n
        from unnest(${ids}::text[], ${counts}::int[]) as more (id, n) where v.id = more.id
        returning more.n)
      update catalogue_totals set views = views + (select coalesce(sum(n), 0) from added)`.execute(tx);
  });
}

/** The salt of a day; the first process that asks makes it. */
export async function obtainSalt(db: Db, day: string, candidate: Buffer): Promise<Buffer> {
  await sql`insert into view_salts (day, salt) values (${day}::date, ${candidate}) on conflict do nothing`.execute(
    db,
  );
  const { rows } = await sql<{ salt: Buffer }>`select salt from view_salts where day = ${day}::date`.execute(
    db,
  );
  return rows[0]?.salt ?? candidate;
}

export async function deleteOldMarks(db: Db, now: Date): Promise<void> {
  await sql`delete from view_marks where counted_at < ${now}::timestamptz - interval '1 hour'`.execute(db);
  await sql`delete from view_salts where day < (${now}::timestamptz at time zone 'UTC')::date`.execute(db);
}
