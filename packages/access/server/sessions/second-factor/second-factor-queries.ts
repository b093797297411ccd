import type { Db } from '@vesper/core/db/pool.ts';
import { anyRow, execute, firstRow, numberOf } from '@vesper/core/db/run-sql.ts';
import type { Passkeys, TotpSecrets } from '@vesper/core/db/schema.ts';
import type { Selectable } from 'kysely';

export type TotpSecret = Selectable<TotpSecrets>;
export type Passkey = Selectable<Passkeys>;

export interface SecondFactors {
  totp: TotpSecret | undefined;
  passkeys: Passkey[];
  recoveryCodes: number;
}

export async function findSecondFactors(db: Db, administratorId: string): Promise<SecondFactors> {
  const [totp, passkeys, recoveryCodes] = await Promise.all([
    findTotp(db, administratorId),
    execute(
      db,
    )<Passkey>`select * from passkeys where administrator_id = ${administratorId} order by created_at, id`,
    numberOf(db)`select count(*)::int from recovery_codes where administrator_id = ${administratorId}`,
  ]);
  return { totp, passkeys, recoveryCodes };
}

/** Only an app in use, which has shown a valid code. */
export function findTotp(db: Db, administratorId: string): Promise<TotpSecret | undefined> {
  return firstRow(db)<TotpSecret>`
    select * from totp_secrets where administrator_id = ${administratorId} and enabled_at is not null`;
}

/** Replaces an earlier offer. False if an app is in use. */
export function offerTotpSecret(
  db: Db,
  { administratorId, sealedSecret, now }: { administratorId: string; sealedSecret: Buffer; now: Date },
): Promise<boolean> {
  return anyRow(db)`
    insert into totp_secrets (administrator_id, sealed_secret, created_at)
    values (${administratorId}, ${sealedSecret}, ${now})
    on conflict (administrator_id) do update
      set sealed_secret = excluded.sealed_secret, created_at = excluded.created_at
      where totp_secrets.enabled_at is null
    returning administrator_id`;
}

export function findOfferedTotp(
  db: Db,
  administratorId: string,
  offeredAfter: Date,
): Promise<TotpSecret | undefined> {
  return firstRow(db)<TotpSecret>`
    select * from totp_secrets
    where administrator_id = ${administratorId} and enabled_at is null and created_at > ${offeredAfter}`;
}

/** False if the secret is in use already, or another was offered meanwhile. */
export function enableTotpSecret(
  db: Db,
  { administrator_id, sealed_secret }: TotpSecret,
  { now, step }: { now: Date; step: number },
): Promise<boolean> {
  return anyRow(db)`
    update totp_secrets set enabled_at = ${now}, last_step = ${step}
    where administrator_id = ${administrator_id} and sealed_secret = ${sealed_secret} and enabled_at is null
    returning administrator_id`;
}

/** Uses up this step and earlier ones. False if already used. */
export function takeTotpStep(db: Db, administratorId: string, step: number): Promise<boolean> {
  return anyRow(db)`
    update totp_secrets set last_step = ${step}
    where administrator_id = ${administratorId} and last_step < ${step} returning administrator_id`;
}

/** False if there was no app in use. */
export function deleteTotp(db: Db, administratorId: string): Promise<boolean> {
  return anyRow(db)`
    with gone as (delete from totp_secrets where administrator_id = ${administratorId} returning enabled_at)
    select from gone where enabled_at is not null`;
}

/** False if the passkey is already registered. */
export async function insertPasskey(db: Db, fields: Omit<Passkey, 'id' | 'last_used_at'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('passkeys')
    .values(fields)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows) > 0;
}

export function selectPasskeysFor(
  db: Db,
  { administratorId, rpId }: { administratorId: string; rpId: string },
): Promise<Passkey[]> {
  return execute(db)<Passkey>`
    select * from passkeys where administrator_id = ${administratorId} and rp_id = ${rpId} order by created_at`;
}

/** False if another use was recorded since it was read: one of the two is a copy. */
export function notePasskeyUse(
  db: Db,
  passkey: Passkey,
  { counter, now }: { counter: number; now: Date },
): Promise<boolean> {
  return anyRow(db)`
    update passkeys set counter = ${counter}, last_used_at = ${now}
    where id = ${passkey.id} and counter = ${passkey.counter} returning id`;
}

export function deletePasskey(db: Db, administratorId: string, id: string): Promise<Passkey | undefined> {
  return firstRow(db)<Passkey>`
    delete from passkeys where id = ${id} and administrator_id = ${administratorId} returning *`;
}

export async function deletePasskeys(db: Db, administratorId: string): Promise<void> {
  await execute(db)`delete from passkeys where administrator_id = ${administratorId}`;
}

export async function replaceRecoveryCodes(db: Db, administratorId: string, hashes: Buffer[]): Promise<void> {
  await execute(db)`delete from recovery_codes where administrator_id = ${administratorId}`;
  await execute(db)`
    insert into recovery_codes (administrator_id, code_hash) select ${administratorId}, unnest(${hashes}::bytea[])`;
}

/** Uses up a code. False if it does not exist. */
export function takeRecoveryCode(db: Db, administratorId: string, hash: Buffer): Promise<boolean> {
  return anyRow(db)`
    delete from recovery_codes where administrator_id = ${administratorId} and code_hash = ${hash}
    returning administrator_id`;
}

export async function refreshHasSecondFactor(tx: Db, administratorId: string): Promise<boolean> {
  const rows = await execute(tx)<{ has_second_factor: boolean }>`
    update administrators set has_second_factor =
      exists (select from totp_secrets where administrator_id = ${administratorId} and enabled_at is not null)
      or exists (select from passkeys where administrator_id = ${administratorId})
    where id = ${administratorId} returning has_second_factor`;
  return rows[0]?.has_second_factor ?? false;
}
