import { TAKEN_OFF_STATES } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { columnOf, execute, firstRow } from '@vesper/core/db/run-sql.ts';

export interface Wanted {
  addressHashes: readonly Buffer[];
  sourceId: string | null;
  externalId: string | null;
  contentSha256?: Buffer | null;
}

export interface Block {
  reason: string;
  /** Null if an administrator deleted the video. */
  caseId: string | null;
}

export function selectBlock(
  db: Db,
  { addressHashes, sourceId, externalId, contentSha256 = null }: Wanted,
): Promise<Block | undefined> {
  return firstRow(db)<Block>`
    (select reason, case_id as "caseId" from blocked_addresses
     where hash = any (${addressHashes}::bytea[]) order by case_id limit 1)
    union all
    (select reason, case_id from blocked_external_ids
     where source_id = ${sourceId} and external_id = ${externalId} order by case_id limit 1)
    union all
    (select reason, case_id from blocked_contents where sha256 = ${contentSha256}::bytea order by case_id limit 1)
    limit 1`;
}

export async function selectAddressBlock(db: Db, hash: Buffer): Promise<Block | undefined> {
  return (await selectBlockedAddresses(db, [hash])).get(hash.toString('hex'));
}

/** In hex. */
export async function selectBlockedAddresses(
  db: Db,
  hashes: readonly Buffer[],
): Promise<ReadonlyMap<string, Block>> {
  const rows = await execute(db)<Block & { hash: Buffer }>`
    select hash, reason, case_id as "caseId" from blocked_addresses
    where hash = any (${hashes}::bytea[]) order by case_id desc nulls first`;
  return new Map(rows.map(({ hash, ...block }) => [hash.toString('hex'), block]));
}

export interface Blocking {
  addressHashes: readonly Buffer[];
  externalIds: readonly { sourceId: string; externalId: string }[];
  contents: readonly Buffer[];
}

/** Existing entries stay unchanged. All writers use the same order, to avoid deadlocks. */
export async function insertBlocks(
  tx: Db,
  { addressHashes, externalIds, contents }: Blocking,
  { reason, caseId, by = null }: Block & { by?: string | null },
): Promise<void> {
  await execute(tx)`
    insert into blocked_addresses (hash, reason, case_id, by)
    select distinct hash, ${reason}, ${caseId}, ${by} from unnest(${addressHashes}::bytea[]) as hash order by hash
    on conflict do nothing`;
  await execute(tx)`
    insert into blocked_external_ids (source_id, external_id, reason, case_id, by)
    select distinct source_id, external_id, ${reason}, ${caseId}, ${by}
    from unnest(${externalIds.map((one) => one.sourceId)}::text[],
                ${externalIds.map((one) => one.externalId)}::text[]) as one (source_id, external_id)
    order by source_id, external_id
    on conflict do nothing`;
  await execute(tx)`
    insert into blocked_contents (sha256, reason, case_id, by)
    select distinct sha256, ${reason}, ${caseId}, ${by} from unnest(${contents}::bytea[]) as sha256 order by sha256
    on conflict do nothing`;
}

/**
 * Also blocks an address found to hold blocked content, so that it is not fetched again; only while the takedown
 * of that case is in force.
 */
export async function blockAlso(db: Db, addressHash: Buffer, { reason, caseId }: Block): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (caseId === null) return;
    const rows = await execute(tx)`
      select from cases where id = ${caseId}
        and (state = any (${TAKEN_OFF_STATES}::text[]) or (is_open and hidden_at is not null)) for share`;
    if (rows.length > 0)
      await insertBlocks(
        tx,
        { addressHashes: [addressHash], externalIds: [], contents: [] },
        { reason, caseId },
      );
  });
}

/** Returns the hashes of addresses that nothing else blocks. */
export async function releaseBlocks(tx: Db, caseId: string): Promise<Buffer[]> {
  const rows = await execute(tx)<{ hash: Buffer }>`
    delete from blocked_addresses where case_id = ${caseId} returning hash`;
  await tx.deleteFrom('blocked_external_ids').where('case_id', '=', caseId).execute();
  await tx.deleteFrom('blocked_contents').where('case_id', '=', caseId).execute();
  return selectFree(
    tx,
    rows.map(({ hash }) => hash),
  );
}

/** The hashes not on the block list. */
export function selectFree(tx: Db, hashes: readonly Buffer[]): Promise<Buffer[]> {
  return columnOf(tx)<Buffer>`
    select hash from unnest(${hashes}::bytea[]) as one (hash)
    where not exists (select from blocked_addresses b where b.hash = one.hash)`;
}
