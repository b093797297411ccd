import type { Db } from '@vesper/core/db/pool.ts';
import { anyRow, execute, firstRow, oneValue } from '@vesper/core/db/run-sql.ts';
import type { DuplicateDecisions, Videos } from '@vesper/core/db/schema.ts';
import { publiclyVisible } from '@vesper/library/videos';
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';

export interface KnownVideo {
  id: string;
  status: string;
  /** Null if the film stays at its source. */
  content_sha256?: Buffer | null;
}

/** After merges; never the video of the address itself. */
export function firstKnown(
  db: Db,
  found: RawBuilder<unknown>,
  ownHash: Buffer | null,
): Promise<KnownVideo | undefined> {
  return firstRow(db)<KnownVideo>`
    select e.id, e.status, e.content_sha256 from (${found}) as f
    left join video_redirects r on r.from_id = f.id
    join videos e on e.id = coalesce(r.to_id, f.id) and e.source_url_hash is distinct from ${ownHash}
      and not is_cleared(e)
    -- Prefers one that visitors can see.
    order by (e.status = 'published') desc, e.created_at, e.id limit 1`;
}

function knownWhere(db: Db, condition: RawBuilder<unknown>, ownHash: Buffer | null) {
  return firstKnown(db, sql`select v.id from videos v where ${condition} and not is_cleared(v)`, ownHash);
}

/** Ignores videos still being downloaded. */
export function selectKnownByAddress(
  db: Db,
  hashes: readonly Buffer[],
  ownHash: Buffer | null = null,
): Promise<KnownVideo | undefined> {
  const isThere = sql`v.source_url_hash = any (${hashes}::bytea[]) and v.status <> 'processing'`;
  return knownWhere(db, isThere, ownHash);
}

/** Except the video of the address itself. */
export function selectKnownByExternalId(
  db: Db,
  { sourceId, externalId, addressHash }: { sourceId: string; externalId: string; addressHash: Buffer },
): Promise<KnownVideo | undefined> {
  const isSame = sql`v.source_id = ${sourceId} and v.external_id = ${externalId}
    and v.source_url_hash <> ${addressHash}`;
  return knownWhere(db, isSame, addressHash);
}

/** Except the video of the address itself. */
export function selectKnownByContent(
  db: Db,
  { contentSha256, addressHash }: { contentSha256: Buffer; addressHash: Buffer },
): Promise<KnownVideo | undefined> {
  const isSame = sql`v.content_sha256 = ${contentSha256} and v.status <> 'processing'
    and v.source_url_hash <> ${addressHash}`;
  return knownWhere(db, isSame, addressHash);
}

export async function selectTitleKey(db: Db, title: string): Promise<string> {
  return (await oneValue(db)<string>`select title_key(${title}) as key`) ?? '';
}

export type LikeVideo = Pick<Selectable<Videos>, 'id' | 'title' | 'source_id'> & { title_key: string };

/** Titles that differ in one place share this beginning or end. */
const END_LENGTH = 8;
/** More are not compared; equal titles come first. */
const MOST_ALIKE = 100;

/** Within a second of length, with titles equal at the beginning or end. */
export function selectLikeVideos(
  db: Db,
  wanted: { titleKey: string; durationSeconds: number; addressHash: Buffer },
): Promise<LikeVideo[]> {
  const { titleKey, durationSeconds, addressHash } = wanted;
  const lengths = [durationSeconds - 1, durationSeconds, durationSeconds + 1].filter((length) => length > 0);
  const characters = [...titleKey];
  const start = characters.slice(0, END_LENGTH).join('');
  const end = characters.toReversed().slice(0, END_LENGTH).join('');
  const ofLength = sql`${publiclyVisible} and v.duration > 0 and v.duration = any (${lengths}::int[])
    and v.source_url_hash <> ${addressHash}`;
  const key = sql`title_key(v.title) collate "C"`;
  const keyFromEnd = sql`reverse(title_key(v.title)) collate "C"`;
  const columns = sql`v.id, v.title, title_key(v.title) as title_key, v.source_id`;
  return execute(db)<LikeVideo>`
    (select ${columns} from videos v where ${ofLength} and ${key} = ${titleKey} limit ${MOST_ALIKE})
    union
    (select ${columns} from videos v where ${ofLength}
       and ${key} >= ${start} and ${key} < ${start} || chr(1114111) limit ${MOST_ALIKE})
    union
    (select ${columns} from videos v where ${ofLength}
       and ${keyFromEnd} >= ${end} and ${keyFromEnd} < ${end} || chr(1114111) limit ${MOST_ALIKE})
    order by id`;
}

/** Sorted, to avoid deadlocks. */
export async function lockKeys(tx: Db, keys: readonly bigint[]): Promise<void> {
  for (const key of [...keys].sort((a, b) => (a < b ? -1 : Number(a > b))))
    await execute(tx)`select pg_advisory_xact_lock(${String(key)}::bigint)`;
}

export type DecisionRow = Selectable<DuplicateDecisions>;

/** Once per download, test and video, across restarts. */
export async function insertDecision(db: Db, decision: Insertable<DuplicateDecisions>): Promise<void> {
  await db
    .insertInto('duplicate_decisions')
    .values(decision)
    .onConflict((conflict) => conflict.columns(['job_id', 'existing_video_id', 'test']).doNothing())
    .execute();
}

/** Newest first, older than the given key. */
export async function selectDecisions(
  db: Db,
  { outcome, before, limit }: { outcome?: string | undefined; before?: string | undefined; limit: number },
): Promise<DecisionRow[]> {
  let query = db.selectFrom('duplicate_decisions').selectAll().orderBy('id', 'desc').limit(limit);
  if (outcome !== undefined) query = query.where('outcome', '=', outcome);
  if (before !== undefined) query = query.where('id', '<', Number(before));
  return query.execute();
}

export interface DecidedVideo
  extends Pick<
    Selectable<Videos>,
    | ('id' | 'title' | 'status' | 'hidden_reason' | 'kind' | 'thumbnail_url' | 'placeholder' | 'duration')
    | ('height' | 'views' | 'source_id' | 'source_url' | 'created_at')
  > {
  source_name: string | null;
}

export function selectDecidedVideos(db: Db, ids: readonly string[]): Promise<DecidedVideo[]> {
  return execute(db)<DecidedVideo>`
    select v.id, v.title, v.status, v.hidden_reason, v.kind, v.thumbnail_url, v.placeholder, v.duration, v.height,
      v.views, v.source_id, s.name as source_name, v.source_url, v.created_at
    from videos v left join video_sources s on s.id = v.source_id
    where v.id = any (${ids}::text[]) and not is_cleared(v)`;
}

export async function lockDecision(tx: Db, id: string): Promise<DecisionRow | undefined> {
  return tx
    .selectFrom('duplicate_decisions')
    .selectAll()
    .where('id', '=', Number(id))
    .forUpdate()
    .executeTakeFirst();
}

export async function updateOutcome(
  tx: Db,
  id: number,
  { outcome, by, now }: { outcome: string; by: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('duplicate_decisions')
    .set({ outcome, decided_by: by, decided_at: now })
    .where('id', '=', id)
    .execute();
}

/** Settles the pair's decisions; moves the merged video's others to the kept one. */
export async function settleDecisions(
  tx: Db,
  { fromId, toId, by, now }: { fromId: string; toId: string; by: string; now: Date },
): Promise<void> {
  await execute(tx)`
    update duplicate_decisions set outcome = 'merged', decided_by = ${by}, decided_at = ${now}
    where outcome = 'suspected' and ((video_id = ${fromId} and existing_video_id = ${toId})
                                  or (video_id = ${toId} and existing_video_id = ${fromId}))`;
  await execute(tx)`
    update duplicate_decisions set video_id = ${toId}
    where outcome = 'suspected' and video_id = ${fromId}`;
  await execute(tx)`
    update duplicate_decisions d set existing_video_id = ${toId}
    where outcome = 'suspected' and existing_video_id = ${fromId}
      and not exists (select from duplicate_decisions o where o.job_id = d.job_id and o.test = d.test
                      and o.existing_video_id = ${toId})`;
}

/** An administrator kept it, or it was public. */
export function isKept(db: Db, addressHash: Buffer): Promise<boolean> {
  return anyRow(db)`
    (select from duplicate_decisions where source_url_hash = ${addressHash} and outcome = 'kept' limit 1)
    union all
    (select from videos v
     where source_url_hash = ${addressHash} and published_at is not null and not is_cleared(v) limit 1)`;
}

/** By its last download, which was skipped. */
export function selectSkippedAs(db: Db, addressHash: Buffer): Promise<KnownVideo | undefined> {
  return firstKnown(
    db,
    sql`select existing_video_id as id from duplicate_decisions
    where source_url_hash = ${addressHash} and outcome = 'skipped' and existing_video_id is not null
    order by id desc limit 1`,
    addressHash,
  );
}
