import type { Selectable } from 'kysely';
import type { Db } from '../../../kernel/db/pool.ts';
import { execute } from '../../../kernel/db/run-sql.ts';
import type { Passkeys, TotpSecrets } from '../../../kernel/db/schema.ts';

export type TotpSecret = Selectable<TotpSecrets>;
export type Passkey = Selectable<Passkeys>;

export interface SecondFactors {
  totp: TotpSecret | undefined;
  /** Oldest first. */
  passkeys: Passkey[];
  recoveryCodes: number;
}

/** An administrator's second factors. */
export async function findSecondFactors(db: Db, administratorId: string): Promise<SecondFactors> {
  const [totp, passkeys, codes] = await Promise.all([
    findTotp(db, administratorId),
    db
      .selectFrom('passkeys')
      .selectAll()
      .where('administrator_id', '=', administratorId)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('recovery_codes')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('administrator_id', '=', administratorId)
      .executeTakeFirstOrThrow(),
  ]);
  return { totp, passkeys, recoveryCodes: codes.n };
}

/** The authenticator app, once it has shown a valid code. */
export function findTotp(db: Db, administratorId: string): Promise<TotpSecret | undefined> {
  return db
    .selectFrom('totp_secrets')
    .selectAll()
    .where('administrator_id', '=', administratorId)
    .where('enabled_at', 'is not', null)
    .executeTakeFirst();
}

/** Stores the secret of an app that has yet to show a code, replacing another such one. False if one is in use. */
export async function offerTotpSecret(
  db: Db,
  fields: { administratorId: string; sealedSecret: Buffer; now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('totp_secrets')
    .values({
      administrator_id: fields.administratorId,
      sealed_secret: fields.sealedSecret,
      created_at: fields.now,
    })
    .onConflict((conflict) =>
      conflict
        .column('administrator_id')
        .doUpdateSet({ sealed_secret: fields.sealedSecret, created_at: fields.now })
        .where('totp_secrets.enabled_at', 'is', null),
    )
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows) > 0;
}

export function findOfferedTotp(
  db: Db,
  administratorId: string,
  offeredAfter: Date,
): Promise<TotpSecret | undefined> {
  return db
    .selectFrom('totp_secrets')
    .selectAll()
    .where('administrator_id', '=', administratorId)
    .where('enabled_at', 'is', null)
    .where('created_at', '>', offeredAfter)
    .executeTakeFirst();
}

/** False if the secret is in use already, or another was offered meanwhile. */
export async function enableTotpSecret(
  db: Db,
  offered: TotpSecret,
  fields: { now: Date; step: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('totp_secrets')
    .set({ enabled_at: fields.now, last_step: fields.step })
    .where('administrator_id', '=', offered.administrator_id)
    .where('sealed_secret', '=', offered.sealed_secret)
    .where('enabled_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Uses up the code of a time step, and all earlier ones. False if that has happened already. */
export async function takeTotpStep(db: Db, administratorId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('totp_secrets')
    .set({ last_step: step })
    .where('administrator_id', '=', administratorId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** False if there was no app in use. */
export async function deleteTotp(db: Db, administratorId: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('totp_secrets')
    .where('administrator_id', '=', administratorId)
    .returning('enabled_at')
    .executeTakeFirst();
  return deleted?.enabled_at != null;
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

/** An administrator's passkeys for a host name. */
export function selectPasskeysFor(
  db: Db,
  { administratorId, rpId }: { administratorId: string; rpId: string },
): Promise<Passkey[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('administrator_id', '=', administratorId)
    .where('rp_id', '=', rpId)
    .orderBy('created_at')
    .execute();
}

/** Records a use. False if another use was recorded since the passkey was read: one of the two is a copy. */
export async function notePasskeyUse(
  db: Db,
  passkey: Passkey,
  { counter, now }: { counter: number; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter, last_used_at: now })
    .where('id', '=', passkey.id)
    .where('counter', '=', passkey.counter)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns the deleted one. */
export function deletePasskey(db: Db, administratorId: string, id: string): Promise<Passkey | undefined> {
  return db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('administrator_id', '=', administratorId)
    .returningAll()
    .executeTakeFirst();
}

export async function deletePasskeys(db: Db, administratorId: string): Promise<void> {
  await db.deleteFrom('passkeys').where('administrator_id', '=', administratorId).execute();
}

/** Replaces all existing ones. */
export async function replaceRecoveryCodes(db: Db, administratorId: string, hashes: Buffer[]): Promise<void> {
  await db.deleteFrom('recovery_codes').where('administrator_id', '=', administratorId).execute();
  if (hashes.length === 0) return;
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ administrator_id: administratorId, code_hash })))
    .execute();
}

/** Uses up a code. False if it does not exist. */
export async function takeRecoveryCode(db: Db, administratorId: string, hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('administrator_id', '=', administratorId)
    .where('code_hash', '=', hash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Updates `has_second_factor` and returns it. */
export async function refreshHasSecondFactor(tx: Db, administratorId: string): Promise<boolean> {
  const rows = await execute(tx)<{ has_second_factor: boolean }>`
    update administrators set has_second_factor =
      exists (select from totp_secrets where administrator_id = ${administratorId} and enabled_at is not null)
      or exists (select from passkeys where administrator_id = ${administratorId})
    where id = ${administratorId} returning has_second_factor`;
  return rows[0]?.has_second_factor ?? false;
}
