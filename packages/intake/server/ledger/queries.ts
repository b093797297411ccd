import type { Decision } from '@vesper/contract';
import { takeLockOf } from '@vesper/core/db/locks.ts';
import type { Db } from '@vesper/core/db/pool.ts';
import { execute } from '@vesper/core/db/run-sql.ts';
import { type RawBuilder, sql } from 'kysely';

export interface NewDecision {
  url: string;
  decision: Decision;
  videoId: string | null;
  lastmod?: Date | undefined;
  /** It was not in the ledger a moment ago. */
  isUnseen: boolean;
}

export interface DecidedBy {
  sourceId: string | null;
  runId: string | null;
  now: Date;
}

/** In the caller's transaction. Sorted by hash to avoid deadlocks: queue downloads first. */
export async function recordDecisions(
  tx: Db,
  by: DecidedBy,
  decisions: readonly NewDecision[],
): Promise<void> {
  const { unseen = [], seen = [] } = Object.groupBy(decisions, (one) => (one.isUnseen ? 'unseen' : 'seen'));
  // Plain inserts save a third of the work; an address added meanwhile is a unique violation.
  await insertDecisions(tx, by, unseen, sql``);
  await insertDecisions(tx, by, seen, OVERWRITE);
}

async function insertDecisions(
  tx: Db,
  { sourceId, runId, now }: DecidedBy,
  decisions: readonly NewDecision[],
  onConflict: RawBuilder<unknown>,
): Promise<void> {
  if (decisions.length === 0) return;
  const urls = decisions.map(({ url }) => url).join('\n');
  const names = decisions.map(({ decision }) => decision).join('\n');
  const videos = decisions.map(({ videoId }) => videoId ?? '').join('\n');
  // Only needed to notice a changed page.
  const lastmods = decisions.map(({ decision, lastmod }) => (decision === 'new' && lastmod) || null);
  await execute(tx)`
    insert into addresses (hash, url, source_id, run_id, decision, video_id, lastmod, first_seen_at, last_decided_at)
    select sha256(convert_to(url, 'UTF8')) as hash, url, ${sourceId}::uuid, ${runId}::uuid, decision,
      nullif(video_id, ''), lastmod, ${now}, ${now}
    from unnest(string_to_array(${urls}, e'\n'), string_to_array(${names}, e'\n'),
                string_to_array(${videos}, e'\n'), ${lastmods.some(Boolean) ? lastmods : null}::timestamptz[])
      as line (url, decision, video_id, lastmod)
    order by hash ${onConflict}`;
}

/** A writer without room does not overwrite a concurrent one that had room. */
const OVERWRITE = sql`
  on conflict (hash) do update set decision = excluded.decision, video_id = excluded.video_id,
    source_id = coalesce(excluded.source_id, addresses.source_id), run_id = excluded.run_id,
    last_decided_at = excluded.last_decided_at, decision_number = excluded.decision_number,
    error_class = null, detail = null, retry_at = null,
    lastmod = coalesce(excluded.lastmod, addresses.lastmod)
  where excluded.decision <> 'over_quota' or addresses.decision not in ('new', 'known')`;

/** So that each change is acted on once. */
export async function recordChanges(
  tx: Db,
  changes: readonly { hash: Buffer; lastmod: Date }[],
): Promise<void> {
  await execute(tx)`
    update addresses a set lastmod = held.changed_at
    from (select a.hash, c.changed_at
          from unnest(${changes.map(({ hash }) => hash)}::bytea[],
                      ${changes.map(({ lastmod }) => lastmod)}::timestamptz[]) as c (hash, changed_at)
          join addresses a on a.hash = c.hash order by a.hash for no key update of a) as held
    where a.hash = held.hash`;
}

export interface Outcome {
  hash: Buffer;
  decision: Decision;
  errorClass?: string | null;
  /** Added to the decision's own sentence. */
  detail?: string | null;
  /** The new video, or the one it duplicates. */
  videoId?: string | null;
  /** When a crawler may retry it; null for never. */
  retryAt: Date | null;
}

/** Locks queueing for this source until the transaction ends. */
export async function lockSource(tx: Db, sourceId: string): Promise<void> {
  await takeLockOf(tx, 'sourceQueue', sourceId);
}

/** In the transaction that ends the download. A duplicate names the existing video. */
export async function recordOutcome(tx: Db, outcome: Outcome, now: Date): Promise<void> {
  const { hash, decision, errorClass = null, detail = null, videoId = null, retryAt } = outcome;
  await execute(tx)`
    insert into addresses (hash, url, source_id, run_id, decision, error_class, detail, video_id, retry_at,
                           first_seen_at, last_decided_at)
    select source_url_hash, source_url, source_id::uuid, crawler_run_id::uuid, ${decision}, ${errorClass}, ${detail},
      coalesce(${videoId}, case when ${decision} = 'duplicate' then video_id end), ${retryAt}::timestamptz,
      created_at, ${now}
    from download_jobs where source_url_hash = ${hash} order by created_at desc limit 1
    on conflict (hash) do update set decision = excluded.decision, error_class = excluded.error_class,
      detail = excluded.detail, video_id = excluded.video_id, retry_at = excluded.retry_at,
      last_decided_at = excluded.last_decided_at`;
}

export type DecisionCounts = Readonly<Record<Decision, number>>;

/** In the transaction that decided. */
export async function addRunCounts(
  tx: Db,
  { runId, sourceId }: { runId: string; sourceId: string },
  counts: { decided: DecisionCounts; seen: DecisionCounts },
): Promise<void> {
  const names = (Object.keys(counts.decided) as Decision[])
    .filter((name) => counts.decided[name] !== 0 || counts.seen[name] !== 0)
    .sort();
  if (names.length === 0) return;
  const decided = names.map((name) => counts.decided[name]);
  const seen = names.map((name) => counts.seen[name]);
  await execute(tx)`
    insert into crawler_run_counts as c (run_id, source_id, decision, decided, seen)
    select ${runId}, ${sourceId}, decision, decided, seen
    from unnest(${names}::text[], ${decided}::bigint[], ${seen}::bigint[]) as line (decision, decided, seen)
    on conflict (run_id, source_id, decision) do update
      set decided = c.decided + excluded.decided, seen = c.seen + excluded.seen`;
}

/** A restarted run finds every address again; its decisions stay counted. */
export async function restartRunCounts(db: Db, runId: string): Promise<void> {
  await db.updateTable('crawler_run_counts').set({ seen: 0 }).where('run_id', '=', runId).execute();
}

export interface BlockedAddress {
  hash: Buffer;
  url: string;
  sourceId: string | null;
}

/** Only records it; the block is stored elsewhere. */
export async function recordBlockedAddresses(
  tx: Db,
  addresses: readonly BlockedAddress[],
  detail: string,
): Promise<void> {
  await execute(tx)`
    insert into addresses (hash, url, source_id, decision, detail, first_seen_at, last_decided_at)
    select hash, url, source_id::uuid, 'blocked', ${detail}, now(), now()
    from unnest(${addresses.map(({ hash }) => hash)}::bytea[], ${addresses.map(({ url }) => url)}::text[],
                ${addresses.map(({ sourceId }) => sourceId)}::text[]) as one (hash, url, source_id) order by hash
    on conflict (hash) do update set decision = excluded.decision, video_id = null, error_class = null,
      detail = excluded.detail, retry_at = null, last_decided_at = excluded.last_decided_at`;
}

/** These videos' addresses and all others given. */
export async function recordBlockedVideos(
  tx: Db,
  {
    videoIds,
    addressHashes,
    detail,
    now,
  }: {
    videoIds: readonly string[];
    addressHashes: readonly Buffer[];
    detail: string;
    now: Date;
  },
): Promise<void> {
  await execute(tx)`
    insert into addresses (hash, url, source_id, decision, detail, video_id, first_seen_at, last_decided_at)
    select source_url_hash, source_url, source_id::uuid, 'blocked', ${detail}, id, ${now}, ${now}
    from videos where id = any (${videoIds}::text[]) order by source_url_hash
    on conflict (hash) do nothing`;
  await execute(tx)`
    update addresses a set decision = 'blocked', detail = ${detail}, error_class = null, retry_at = null,
      last_decided_at = ${now}
    from (select hash from addresses where hash = any (${addressHashes}::bytea[]) order by hash for no key update) as held
    where a.hash = held.hash`;
}

export async function recordUnblocked(tx: Db, addressHashes: readonly Buffer[], now: Date): Promise<void> {
  await execute(tx)`
    update addresses a set decision = 'known', detail = null, last_decided_at = ${now}
    from (select hash from addresses where hash = any (${addressHashes}::bytea[]) and decision = 'blocked'
          order by hash for no key update) as held
    where a.hash = held.hash`;
}

/** For deleted videos' addresses, unless the block list has them. */
export async function forgetDeletedVideos(tx: Db, addressHashes: readonly Buffer[]): Promise<void> {
  await execute(tx)`
    update addresses a set decision = 'known', detail = null
    from (select hash from addresses where hash = any (${addressHashes}::bytea[])
            and decision = 'blocked' order by hash for no key update) as held
    where a.hash = held.hash and not exists (select from blocked_addresses b where b.hash = a.hash)`;
}
