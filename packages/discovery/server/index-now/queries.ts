import { takeLock } from '@vesper/core/db/locks.ts';
import type { Db } from '@vesper/core/db/pool.ts';
import { columnOf, execute, firstRow, oneValue } from '@vesper/core/db/run-sql.ts';
import { indexableKeyword } from '@vesper/words/keywords';
import { sql } from 'kysely';

/** Created on first use. */
export async function obtainKey(db: Db, domain: string): Promise<string> {
  await execute(
    db,
  )`insert into index_now_keys (domain, key) values (${domain}, replace(gen_random_uuid()::text, '-', ''))
    on conflict do nothing`;
  const key = await findKey(db, domain);
  if (key === undefined) throw new Error(`${domain} has no key.`);
  return key;
}

export function findKey(db: Db, domain: string): Promise<string | undefined> {
  return oneValue(db)<string>`select key from index_now_keys where domain = ${domain}`;
}

export interface Targets {
  endpoints: readonly string[];
  domains: readonly string[];
}

const pairs = ({ endpoints, domains }: Targets) =>
  sql`select endpoint, domain from unnest(${endpoints}::text[]) as endpoint cross join unnest(${domains}::text[]) as domain`;

export async function insertTargets(db: Db, targets: Targets): Promise<void> {
  await execute(
    db,
  )`insert into index_now_targets (endpoint, domain) ${pairs(targets)} on conflict do nothing`;
}

/** With their queues. */
export async function deleteOtherTargets(db: Db, targets: Targets): Promise<void> {
  await execute(db)`delete from index_now_targets where (endpoint, domain) not in (${pairs(targets)})`;
}

export interface NotedPage {
  domain: string;
  address: string;
}

/** A queued address is noted as changed again. `pages` must have no duplicates. */
export async function insertPages(
  tx: Db,
  endpoints: readonly string[],
  pages: readonly NotedPage[],
): Promise<void> {
  await execute(tx)`
    insert into index_now_pages (endpoint, address, domain)
    select endpoint, page.address, page.domain
    from unnest(${endpoints}::text[]) as endpoint
    cross join unnest(${pages.map(({ address }) => address)}::text[], ${pages.map(({ domain }) => domain)}::text[])
      as page (address, domain)
    order by endpoint, page.address
    on conflict (endpoint, address) do update set noted = excluded.noted, domain = excluded.domain`;
}

export async function lockLists(tx: Db): Promise<void> {
  await takeLock(tx, 'indexNowLists');
}

/** A keyword's page, or a category's without language. */
export interface ListPage {
  language: string;
  slug: string;
  /** Null for keywords and deleted categories. */
  category: string | null;
}

/** Stores which lists are indexable, and returns the differences. */
export function refreshLists(tx: Db): Promise<ListPage[]> {
  return execute(tx)<ListPage>`
    with present as materialized (
      select '' as language, '' as slug, '' as words
      union all
      select '', slug, md5(name) from categories where video_count > 0
      union all
      select p.language_code, p.slug, md5(k.meta_title || E'\\n' || k.meta_description)
      from keyword_pages p join keywords k on k.id = p.id where ${indexableKeyword}),
    gone as (
      delete from index_now_lists l
      where not exists (select from present p where p.language = l.language and p.slug = l.slug)
      returning language, slug),
    changed as (
      insert into index_now_lists (language, slug, words)
      select language, slug, words from present p where not exists (
        select from index_now_lists l where l.language = p.language and l.slug = p.slug and l.words = p.words)
      on conflict (language, slug) do update set words = excluded.words
      returning language, slug)
    select language, slug,
      (select name from categories c where page.language = '' and c.slug = page.slug) as category
    from (select language, slug from gone union all select language, slug from changed) as page`;
}

export interface DueTarget {
  endpoint: string;
  domain: string;
}

/** Due, not leased and with pages; the longest due first. */
export function selectDueTargets(db: Db, { now, limit }: { now: Date; limit: number }): Promise<DueTarget[]> {
  return execute(db)<DueTarget>`
    select endpoint, domain from index_now_targets t
    where due_at <= ${now} and (leased_until is null or leased_until <= ${now})
      and exists (select from index_now_pages p where p.endpoint = t.endpoint and p.domain = t.domain)
    order by due_at, endpoint, domain limit ${limit}::int`;
}

export interface Lease extends DueTarget {
  leases: number;
  round_ends: string;
  failures: number;
}

/** Undefined if leased or not due. A round covers everything queued when it begins. */
export function leaseTarget(
  db: Db,
  { endpoint, domain }: DueTarget,
  { now, until }: { now: Date; until: Date },
): Promise<Lease | undefined> {
  return firstRow(db)<Lease>`
    update index_now_targets t set leases = leases + 1, leased_until = ${until},
      round_ends = coalesce(round_ends, (select max(noted) from index_now_pages p
                                         where p.endpoint = t.endpoint and p.domain = t.domain), 0)
    where endpoint = ${endpoint} and domain = ${domain}
      and due_at <= ${now} and (leased_until is null or leased_until <= ${now})
    returning endpoint, domain, leases, round_ends, failures`;
}

/** `noted` identifies the change. */
export interface WaitingPage {
  address: string;
  noted: string;
}

export function selectWaiting(
  db: Db,
  { endpoint, domain, round_ends }: Lease,
  limit: number,
): Promise<WaitingPage[]> {
  return execute(db)<WaitingPage>`
    select address, noted from index_now_pages
    where endpoint = ${endpoint} and domain = ${domain} and noted <= ${round_ends}::bigint
    order by noted limit ${limit}::int`;
}

export interface TargetUpdate {
  due_at: Date;
  round_ends: string | null;
  failures: number;
  problem: string | null;
  /** Null if the submission failed. */
  told: { at: Date; count: number } | null;
}

/** False, without effect, if another process has the lease. */
export async function endLease(
  tx: Db,
  { endpoint, domain, leases }: Lease,
  { due_at, round_ends, failures, problem, told }: TargetUpdate,
): Promise<boolean> {
  const ended = await columnOf(tx)<boolean>`
    update index_now_targets set leased_until = null, due_at = ${due_at}, round_ends = ${round_ends}::bigint,
      failures = ${failures}, problem = ${problem}, told = told + ${told?.count ?? 0}::int,
      last_told_at = coalesce(${told?.at ?? null}::timestamptz, last_told_at)
    where endpoint = ${endpoint} and domain = ${domain} and leases = ${leases} returning true`;
  return ended.length > 0;
}

/** Unless they have changed since. */
export async function deleteTold(tx: Db, endpoint: string, pages: readonly WaitingPage[]): Promise<void> {
  await execute(tx)`
    delete from index_now_pages p
    using unnest(${pages.map(({ address }) => address)}::text[], ${pages.map(({ noted }) => noted)}::bigint[])
      as told (address, noted)
    where p.endpoint = ${endpoint} and p.address = told.address and p.noted = told.noted`;
}

export interface TargetRow {
  endpoint: string;
  waiting: number;
  told: string;
  problem: string | null;
  due_at: Date;
  last_told_at: Date | null;
}

/** Counts waiting addresses up to `most`. */
export function selectTargets(
  db: Db,
  { endpoints, domain, most }: { endpoints: readonly string[]; domain: string; most: number },
): Promise<TargetRow[]> {
  return execute(db)<TargetRow>`
    select endpoint, told, problem, due_at, last_told_at,
      (select count(*)::int from (select from index_now_pages p
        where p.endpoint = t.endpoint and p.domain = t.domain limit ${most}::int) as counted) as waiting
    from index_now_targets t where domain = ${domain} and endpoint = any (${endpoints}::text[]) order by endpoint`;
}
