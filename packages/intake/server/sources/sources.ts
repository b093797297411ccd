import type { NewSource, PlannedSource, SourceChanges, VideoSource } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import type { Actor } from '@vesper/core/http/mount.ts';
import type { Queue } from '@vesper/core/jobs/queue.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import { refuseOutdated } from '@vesper/core/lib/refuse-outdated.ts';
import { acceptedAddress } from '@vesper/core/lib/text/canonical-address.ts';
import { mannersOf, resetBreakers } from '../manners/index.ts';
import { recordBasis, requireMayEnd } from './basis.ts';
import { endPermissions, hasOwnBasis, selectPermissions, selectRefusal } from './basis-queries.ts';
import { sourceBasisJob } from './jobs.ts';
import { storedRules } from './page-rules.ts';
import {
  insertSource,
  type NewSourceRow,
  selectSource,
  selectSourceByAddress,
  selectSources,
  updateSource,
  type VideoSourceRow,
} from './queries.ts';
import { sourceView } from './view.ts';

export interface Sources {
  db: Db;
  queue: Queue;
  clock: Clock;
  /** Throws bad_request with the reason if yt-dlp is unavailable. */
  requireYtdlp(): Promise<void>;
}

/** Except for an operator's own server. */
const POLITE_DELAY_MS = 1000;

/** With permissions and pauses, in a constant number of queries. */
export async function listSources({ db, clock }: Pick<Sources, 'db' | 'clock'>): Promise<VideoSource[]> {
  const rows = await selectSources(db);
  const manners = await mannersOf(
    db,
    rows.map(({ id }) => id),
    clock.now(),
  );
  const permissions = Map.groupBy(await selectPermissions(db, { now: clock.now() }), (one) => one.source_id);
  return rows.map((row) => sourceView(row, permissions.get(row.id) ?? [], manners.get(row.id)));
}

/** Throws not_found. */
export async function getSource(
  { db, clock }: Pick<Sources, 'db' | 'clock'>,
  id: string,
): Promise<VideoSource> {
  const row = await requireSource(db, id);
  const permissions = await selectPermissions(db, { sourceId: id, now: clock.now() });
  const manners = await mannersOf(db, [id], clock.now());
  return sourceView(row, permissions, manners.get(id));
}

/** Throws not_found. */
export async function requireSource(
  db: Db,
  id: string,
  options?: { lock?: boolean },
): Promise<VideoSourceRow> {
  const row = await selectSource(db, id, options);
  if (!row) throw new AppError('not_found', 'This source does not exist.');
  return row;
}

/** Throws conflict if no basis covers the source's delivery. */
export async function requireCovered(db: Db, id: string): Promise<void> {
  const refusal = await selectRefusal(db, id);
  if (refusal !== null) throw new AppError('conflict', refusal);
}

/** Resets breakers. Throws not_found. */
export async function endPauses(sources: Sources, id: string): Promise<VideoSource> {
  await resetBreakers(sources.db, id);
  return getSource(sources, id);
}

/** Throws bad_request for an invalid address, not_found. */
export async function getSourceByAddress(sources: Sources, url: string): Promise<VideoSource> {
  const row = await selectSourceByAddress(sources.db, acceptedAddress(url));
  return getSource(sources, row?.id ?? '');
}

/** Disabled unless its basis covers it. Throws bad_request, or conflict if the address is known. */
export async function createSource(sources: Sources, source: NewSource): Promise<VideoSource> {
  return inTransaction(sources, await creationOf(sources, source));
}

/** A dry run of `createSource`. */
export async function rehearseSource(sources: Sources, planned: PlannedSource): Promise<VideoSource> {
  const create = await creationOf(sources, { ...planned, name: planned.name ?? 'A source' });
  const tx = await sources.db.startTransaction().execute();
  try {
    return await getSource({ ...sources, db: tx }, await create(tx));
  } catch (error) {
    throw refusalOf(error);
  } finally {
    await tx.rollback().execute();
  }
}

async function creationOf(sources: Sources, source: NewSource): Promise<(tx: Db) => Promise<string>> {
  const { enabled, basis, ...described } = source;
  if (basis?.basis !== 'own') refuseHaste(source.crawlDelayMs);
  if (source.kind === 'ytdlp') await sources.requireYtdlp();
  const fields = sourceFields(described);
  return async (tx) => {
    const row = await insertSource(tx, {
      ...fields,
      name: source.name,
      base_url: acceptedAddress(source.baseUrl, 'baseUrl'),
      daily_quota: source.dailyQuota ?? USUAL_QUOTA[source.kind === 'dump' ? 'dump' : 'other'],
      enabled: false,
    });
    if (!row) throw new AppError('conflict', KNOWN_ADDRESS);
    if (basis) await recordBasis(tx, row.id, basis);
    if (enabled === false) return row.id;
    const refusal = await selectRefusal(tx, row.id);
    if (enabled && refusal !== null) throw new AppError('conflict', refusal);
    await updateSource(tx, row.id, refusal === null ? { enabled: true } : { disabled_reason: refusal });
    return row.id;
  };
}

/**
 * Updates the given fields. A new basis ends former ones when it begins; null ends them at once and stops the source.
 * Throws bad_request, not_found, and conflict if enabled without a covering basis. Actors who would hide many videos
 * must enter the password; commands need not.
 */
export async function changeSource(
  sources: Sources,
  { id, actor, basis, version, ...changes }: SourceChanges & { id: string; actor?: Actor },
): Promise<VideoSource> {
  if (changes.kind === 'ytdlp') await sources.requireYtdlp();
  const fields = sourceFields(changes);
  return inTransaction(sources, async (tx) => {
    const row = await requireSource(tx, id, { lock: true });
    if (row.deleting_at) throw new AppError('conflict', 'The source is being deleted with its videos.');
    refuseOutdated(version, row.version, changedSince('nothing was saved'));
    const isOwn = basis ? basis.basis === 'own' : await hasOwnBasis(tx, id);
    if (!isOwn && (basis || changes.crawlDelayMs !== undefined)) {
      refuseHaste(changes.crawlDelayMs ?? row.crawl_delay_ms);
    }
    // Record first: fields may need it. The others end afterwards, to leave no gap.
    const basisId = basis ? await recordBasis(tx, id, basis) : null;
    if (basis !== undefined || Object.keys(fields).length > 0)
      await updateSource(tx, id, { ...fields, version: row.version + 1 });
    if (basis !== undefined) await endPermissions(tx, id, basisId);
    if (actor && basis !== undefined) await requireMayEnd(tx, { actor, id, now: sources.clock.now() });
    if (changes.enabled) await refuseStopped(tx, id);
    return id;
  });
}

export function changedSince(consequence: string): string {
  return `Another administrator has changed this source since you opened it, so ${consequence}. Reload to see the changes.`;
}

/** A dump is imported whole by default. */
const USUAL_QUOTA = { dump: 1_000_000, other: 10 };

const KNOWN_ADDRESS = 'A source with this address already exists.';

/** Also applies the effects of a basis. */
async function inTransaction(sources: Sources, change: (tx: Db) => Promise<string>): Promise<VideoSource> {
  try {
    return await sources.db.transaction().execute(async (tx) => {
      const id = await change(tx);
      await sources.queue.send(tx, sourceBasisJob, {});
      return getSource({ ...sources, db: tx }, id);
    });
  } catch (error) {
    throw refusalOf(error);
  }
}

function refusalOf(error: unknown): unknown {
  const { constraint, message } = error as { constraint?: string; message: string };
  if (constraint === 'video_sources_basis') return new AppError('conflict', message);
  if (constraint === 'video_sources_base_url_key') return new AppError('conflict', KNOWN_ADDRESS);
  if (constraint !== 'source_permissions_begin_before_end') return error;
  return new AppError('bad_request', 'A permission must begin before it ends.');
}

function sourceFields(source: Omit<SourceChanges, 'basis' | 'version'>): Partial<NewSourceRow> {
  const fields = {
    name: source.name,
    base_url: source.baseUrl === undefined ? undefined : acceptedAddress(source.baseUrl, 'baseUrl'),
    kind: source.kind,
    enabled: source.enabled,
    daily_quota: source.dailyQuota,
    delivery: source.delivery,
    renditions: source.renditions,
    category_map: source.categoryMap && JSON.stringify(source.categoryMap),
    page_rules: storedRules(source.pageRules),
    crawl_delay_ms: source.crawlDelayMs,
    concurrency: source.concurrency,
    follow_words: source.followWords,
    hosts: source.hosts && [...new Set(source.hosts)],
    contact_email: source.contactEmail === '' ? null : source.contactEmail,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function refuseHaste(crawlDelayMs: number): void {
  if (crawlDelayMs >= POLITE_DELAY_MS) return;
  throw new AppError(
    'bad_request',
    'A crawl delay under 1,000 milliseconds needs a permission with the basis "own".',
  );
}

async function refuseStopped(tx: Db, id: string): Promise<void> {
  const source = await selectSource(tx, id);
  if (source && !source.enabled) throw new AppError('conflict', source.disabled_reason ?? '');
}
