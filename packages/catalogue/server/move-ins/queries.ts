import type { MovedFilmState } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { anyRow, execute, firstRow, oneValue } from '@vesper/core/db/run-sql.ts';
import type { MoveIns } from '@vesper/core/db/schema.ts';
import { isClearedAway } from '@vesper/library/videos';
import { type Selectable, sql } from 'kysely';
import type { Said } from './said.ts';

/** Distinguishes removals by an undo from manual ones. */
export const UNDONE = 'Its move-in was undone.';

export interface MoveInRow extends Selectable<MoveIns> {
  source_name: string;
  films: Partial<Record<MovedFilmState, number>>;
  old_addresses: number;
}

const columns = sql`m.id, m.source_id, s.name as source_name, m.folder, m.list, m.ordered_by, m.started_at, m.noted_at,
  m.undone_at, m.undone_by,
  (select coalesce(jsonb_object_agg(state, n), '{}') from (
     select state, count(*)::int as n from moved_films f where f.move_in_id = m.id group by state) as counted) as films,
  (select count(*)::int from old_addresses o where o.move_in_id = m.id) as old_addresses`;

export function selectMoveIns(db: Db, limit: number): Promise<MoveInRow[]> {
  return execute(db)<MoveInRow>`
    select ${columns} from (select * from move_ins order by id desc limit ${limit}::int) as m
    join video_sources s on s.id = m.source_id order by m.id desc`;
}

export function selectMoveIn(db: Db, id: number): Promise<MoveInRow | undefined> {
  return firstRow(db)<MoveInRow>`
    select ${columns} from move_ins m join video_sources s on s.id = m.source_id where m.id = ${id}::int`;
}

/** An unfinished move-in of that folder or list. */
export function selectUnfinished(
  db: Db,
  { sourceId, folder, list }: { sourceId: string; folder: string; list: string | null },
): Promise<number | undefined> {
  return oneValue(db)<number>`
    select id from move_ins
    where source_id = ${sourceId} and folder = ${folder} and list is not distinct from ${list}::text
      and noted_at is null and undone_at is null
    order by id desc limit 1`;
}

export async function insertMoveIn(
  tx: Db,
  row: { sourceId: string; folder: string; list: string | null; orderedBy: string },
): Promise<number> {
  const id = await oneValue(tx)<number>`
    insert into move_ins (source_id, folder, list, ordered_by)
    values (${row.sourceId}, ${row.folder}, ${row.list}, ${row.orderedBy}) returning id`;
  if (id === undefined) throw new Error('The move-in was not stored.');
  return id;
}

export async function endNoting(db: Db, id: number): Promise<void> {
  await execute(db)`update move_ins set noted_at = now() where id = ${id}::int and noted_at is null`;
}

export interface FilmOnDisk {
  path: string;
  url: string;
  hash: Buffer;
  sizeBytes: number;
  modifiedAt: Date;
  said: Said;
}

export interface FormerFilm {
  state: MovedFilmState | null;
  moveInId: number | null;
  isSame: boolean;
  /** Its download waits or runs. */
  isOpen: boolean;
  videoId: string | null;
  videoStatus: string | null;
  /** Removed by an undo, not by hand. */
  isUndoneVideo: boolean;
  /** For a duplicate: whether the other video is here; its id if an undo removed it. */
  isDoubleHere: boolean;
  undoneDouble: string | null;
}

/** In the order of `films`. */
export function selectFormer(db: Db, sourceId: string, films: readonly FilmOnDisk[]): Promise<FormerFilm[]> {
  return execute(db)<FormerFilm>`
    select f.state, f.move_in_id as "moveInId",
      coalesce(f.size_bytes = one.size and f.modified_at = one.modified and f.said = one.said::jsonb, false) as "isSame",
      exists (select from download_jobs j where j.source_url_hash = one.hash
              and j.status in ('pending', 'processing')) as "isOpen",
      v.id as "videoId", v.status as "videoStatus",
      coalesce(v.status = 'removed' and v.removal_reason = ${UNDONE}, false) as "isUndoneVideo",
      coalesce(d.status <> 'removed' or d.removal_reason is distinct from ${UNDONE}, false) as "isDoubleHere",
      case when d.status = 'removed' and d.removal_reason = ${UNDONE} then d.id end as "undoneDouble"
    from unnest(${films.map(({ path }) => path)}::text[], ${films.map(({ hash }) => hash)}::bytea[],
                ${films.map(({ sizeBytes }) => sizeBytes)}::bigint[],
                ${films.map(({ modifiedAt }) => modifiedAt)}::timestamptz[],
                ${films.map(({ said }) => JSON.stringify(said))}::text[])
      with ordinality as one (path, hash, size, modified, said, nth)
    left join moved_films f on f.source_id = ${sourceId} and f.path = one.path
    left join videos v on v.source_url_hash = one.hash and not ${isClearedAway}
    left join videos d on d.id = f.video_id and f.state = 'duplicate'
    order by one.nth`;
}

/** Takes over films of earlier move-ins. */
export async function upsertFilms(
  tx: Db,
  { sourceId, moveInId }: { sourceId: string; moveInId: number },
  films: readonly FilmOnDisk[],
): Promise<void> {
  await execute(tx)`
    insert into moved_films (source_id, path, move_in_id, size_bytes, modified_at, said)
    select ${sourceId}, path, ${moveInId}::int, size, modified, said::jsonb
    from unnest(${films.map(({ path }) => path)}::text[],
                ${films.map(({ sizeBytes }) => sizeBytes)}::bigint[],
                ${films.map(({ modifiedAt }) => modifiedAt)}::timestamptz[],
                ${films.map(({ said }) => JSON.stringify(said))}::text[]) as one (path, size, modified, said)
    order by path
    on conflict (source_id, path) do update set move_in_id = excluded.move_in_id, size_bytes = excluded.size_bytes,
      modified_at = excluded.modified_at, said = excluded.said, state = 'waiting', download_id = null, video_id = null`;
}

/** An undone film whose video was shown again. */
export async function markHere(tx: Db, sourceId: string, path: string, videoId: string): Promise<void> {
  await execute(tx)`
    update moved_films set state = 'here', video_id = ${videoId} where source_id = ${sourceId} and path = ${path}`;
}

export interface MovedFilmRow {
  path: string;
  state: MovedFilmState;
  said: Said;
  video_id: string | null;
  download_id: string | null;
  error: string | null;
}

export function selectFilms(
  db: Db,
  { moveInId, state, after, limit }: { moveInId: number; state: string; after: string; limit: number },
): Promise<MovedFilmRow[]> {
  return execute(db)<MovedFilmRow>`
    select f.path, f.state, f.said, f.video_id, f.download_id, j.error
    from (select * from moved_films
          where move_in_id = ${moveInId}::int and state = ${state} and path > ${after} order by path limit ${limit}::int) as f
    left join download_jobs j on j.id = f.download_id order by f.path`;
}

export interface FilmToMove {
  moveInId: number;
  folder: string;
  path: string;
  sizeBytes: number;
  modifiedAt: Date;
  said: Said;
}

export function selectFilmToMove(db: Db, sourceId: string, path: string): Promise<FilmToMove | undefined> {
  return firstRow(db)<FilmToMove>`
    select f.move_in_id as "moveInId", m.folder, f.path, f.said,
      f.size_bytes::float8 as "sizeBytes", f.modified_at as "modifiedAt"
    from moved_films f join move_ins m on m.id = f.move_in_id
    where f.source_id = ${sourceId} and f.path = ${path} and f.state <> 'undone'`;
}

/** False if undone. Delays an undo until the transaction ends. */
export async function holdMoveIn(tx: Db, id: number): Promise<boolean> {
  return (
    (await oneValue(tx)<boolean>`select undone_at is null from move_ins where id = ${id}::int for share`) ??
    false
  );
}

/** False if the film is undone, perhaps with another move-in. */
export async function holdFilm(tx: Db, { moveInId, path }: FilmToMove): Promise<boolean> {
  await holdMoveIn(tx, moveInId);
  return anyRow(tx)`
    select from moved_films where move_in_id = ${moveInId}::int and path = ${path} and state <> 'undone'`;
}

/** Until the transaction ends, no films can be added to it or published from it. */
export async function lockMoveIn(tx: Db, id: number): Promise<void> {
  await execute(tx)`select from move_ins where id = ${id}::int for no key update`;
}

export interface UndoneFilm {
  path: string;
  source_id: string;
  state: MovedFilmState;
  video_id: string | null;
  isRemovable: boolean;
  isGone: boolean;
  /** Somebody has edited or hidden it. */
  isEdited: boolean;
  isNamed: boolean;
}

/** With reasons not to remove their videos. A duplicate's video existed before. */
export function selectUndone(db: Db, id: number): Promise<UndoneFilm[]> {
  return execute(db)<UndoneFilm>`
    select f.path, f.source_id, f.state, f.video_id,
      v.status in ('published', 'hidden') as "isRemovable", coalesce(v.status = 'removed', false) as "isGone",
      coalesce(v.edited_fields <> '{}' or v.hidden_reason in ('administrator', 'scheduled'), false) as "isEdited",
      v.id is not null and exists (select from case_targets t where t.video_id = v.id) as "isNamed"
    from moved_films f
    left join videos v on v.id = f.video_id and v.source_id = f.source_id and not ${isClearedAway}
      and (f.state = 'here' or f.state in ('working', 'waiting') and v.source_url_hash =
        (select j.source_url_hash from download_jobs j where j.id = f.download_id))
    where f.move_in_id = ${id}::int order by f.path`;
}

/** Except films whose videos stay. */
export async function markUndone(
  tx: Db,
  { id, by, staying }: { id: number; by: string; staying: readonly string[] },
): Promise<void> {
  await execute(tx)`update move_ins set undone_at = now(), undone_by = ${by} where id = ${id}::int`;
  await execute(tx)`
    update moved_films set state = 'undone' where move_in_id = ${id}::int and path <> all (${staying}::text[])`;
}
