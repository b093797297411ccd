import type { DraftChange, UploadDraft, UploadState } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { anyRow, columnOf, execute, firstRow, oneValue } from '@vesper/core/db/run-sql.ts';
import { sql } from 'kysely';

export interface UploadRow {
  id: string;
  name: string;
  size_bytes: number;
  received_bytes: number;
  fingerprint: string | null;
  state: UploadState;
  message: string | null;
  draft: UploadDraft;
  source_id: string;
  replaces: string | null;
  video_id: string | null;
  download_id: string | null;
  owner: string | null;
  created_at: Date;
  touched_at: Date;
}

const selected = sql`
  select u.id, u.name, u.size_bytes::float8, u.received_bytes::float8, encode(u.fingerprint, 'hex') as fingerprint,
    case when u.state <> 'received' then u.state
      when j.status = 'pending' then 'waiting' when j.status = 'processing' then 'preparing'
      when j.status = 'completed' then 'published' else 'refused' end as state,
    case when u.state <> 'received' then u.message when j.status = 'failed' then j.error end as message,
    u.draft, u.source_id, u.replaces, case when j.status in ('completed', 'failed') then j.video_id end as video_id,
    u.download_id, a.username as owner, u.created_at, u.touched_at
  from uploads u left join download_jobs j on j.id = u.download_id left join administrators a on a.id = u.owner_id`;

/** Newest first, older than `before`. */
export function selectUploads(
  db: Db,
  { state, before, limit }: { state: string | undefined; before: string | undefined; limit: number },
): Promise<UploadRow[]> {
  const isWanted = state === undefined ? sql`true` : sql`u.state = ${state}`;
  const isOlder =
    before === undefined
      ? sql`true`
      : sql`(u.created_at, u.id) < (select created_at, id from uploads where id = ${before})`;
  return execute(db)<UploadRow>`
    ${selected} where ${isWanted} and ${isOlder} order by u.created_at desc, u.id desc limit ${limit}::int`;
}

export function selectUpload(db: Db, id: string): Promise<UploadRow | undefined> {
  return firstRow(db)<UploadRow>`${selected} where u.id = ${id}`;
}

export interface NewUpload {
  sourceId: string;
  ownerId: string;
  name: string;
  sizeBytes: number;
  fingerprint: Buffer | null;
  draft: UploadDraft;
  replaces: string | null;
}

export async function insertUpload(db: Db, one: NewUpload): Promise<string> {
  const id = await oneValue(db)<string>`
    insert into uploads (source_id, owner_id, name, size_bytes, fingerprint, draft, replaces)
    values (${one.sourceId}, ${one.ownerId}, ${one.name}, ${one.sizeBytes}, ${one.fingerprint},
      ${JSON.stringify(one.draft)}::jsonb, ${one.replaces}) returning id`;
  if (id === undefined) throw new Error('The upload was not stored.');
  return id;
}

/** False once its film is published or refused. */
export function updateDraft(db: Db, id: string, change: DraftChange): Promise<boolean> {
  return anyRow(db)`
    update uploads u set draft = draft || ${JSON.stringify(change)}::jsonb, touched_at = now()
    where id = ${id} and (state = 'receiving' or state = 'received' and exists (
      select from download_jobs j where j.id = u.download_id and j.status in ('pending', 'processing')))
    returning 1`;
}

/** A request that writes an upload's bytes. */
export interface Writer {
  id: string;
  key: string;
}

/** False while another request writes, and once nothing more is received. */
export function takeWriting(db: Db, { id, key }: Writer, seconds: number): Promise<boolean> {
  return anyRow(db)`
    update uploads set writer = ${key}::uuid, writer_until = now() + make_interval(secs => ${seconds})
    where id = ${id} and state = 'receiving' and (writer is null or writer_until < now() or writer = ${key}::uuid)
    returning 1`;
}

export function noteReceived(db: Db, { id, key }: Writer, bytes: number): Promise<boolean> {
  return anyRow(db)`
    update uploads set received_bytes = ${bytes}, touched_at = now()
    where id = ${id} and writer = ${key}::uuid and state = 'receiving' returning 1`;
}

export async function endWriting(db: Db, { id, key }: Writer): Promise<void> {
  await execute(db)`
    update uploads set writer = null, writer_until = null where id = ${id} and writer = ${key}::uuid`;
}

/** Undefined unless it is being received. */
export function lockReceiving(
  tx: Db,
  id: string,
): Promise<{ sourceId: string; replaces: string | null } | undefined> {
  return firstRow(tx)<{ sourceId: string; replaces: string | null }>`
    select source_id as "sourceId", replaces from uploads
    where id = ${id} and state = 'receiving' for no key update`;
}

export async function setReceived(
  tx: Db,
  id: string,
  { downloadId, refusal }: { downloadId: string | null; refusal: string | null },
): Promise<void> {
  await execute(tx)`
    update uploads set state = ${refusal === null ? 'received' : 'refused'}, message = ${refusal},
      download_id = ${downloadId}, received_bytes = size_bytes, touched_at = now(), writer = null, writer_until = null
    where id = ${id}`;
}

/** False unless it was being received. */
export function setEnded(db: Db, id: string): Promise<boolean> {
  return anyRow(db)`
    update uploads set state = 'ended', writer = null, writer_until = null
    where id = ${id} and state = 'receiving' returning 1`;
}

export async function endIdle(db: Db, hours: number): Promise<void> {
  await execute(db)`
    update uploads set state = 'ended', writer = null, writer_until = null
    where state = 'receiving' and touched_at < now() - make_interval(hours => ${hours})`;
}

export async function deleteEnded(db: Db, days: number): Promise<void> {
  await execute(db)`
    delete from uploads where state = 'ended' and touched_at < now() - make_interval(days => ${days})`;
}

/** Those whose files are still written or read. */
export function selectNeeded(db: Db, ids: readonly string[]): Promise<string[]> {
  return columnOf(db)<string>`
    select u.id from uploads u left join download_jobs j on j.id = u.download_id
    where u.id = any (${ids}::text[]) and (u.state = 'receiving' or j.status in ('pending', 'processing'))`;
}

export interface UploadedFilm {
  id: string;
  sourceId: string;
  name: string;
  sizeBytes: number;
  draft: UploadDraft;
  replaces: string | null;
}

const film = sql`
  select id, source_id as "sourceId", name, size_bytes::float8 as "sizeBytes", draft, replaces from uploads`;

export function selectUploadedFilm(db: Db, id: string): Promise<UploadedFilm | undefined> {
  return firstRow(db)<UploadedFilm>`${film} where id = ${id} and state = 'received'`;
}

/** Keeps its draft unchanged until the transaction ends. */
export function holdUploadedFilm(tx: Db, id: string): Promise<UploadedFilm | undefined> {
  return firstRow(tx)<UploadedFilm>`${film} where id = ${id} and state = 'received' for share`;
}
