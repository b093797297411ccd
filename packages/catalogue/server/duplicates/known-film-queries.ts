import type { Db } from '@vesper/core/db/pool.ts';
import { anyRow, execute, firstRow } from '@vesper/core/db/run-sql.ts';
import type { FileEnds, FirstBytes } from '@vesper/intake/downloads';
import { type RawBuilder, sql } from 'kysely';
import { firstKnown, type KnownVideo, lockKeys } from './queries.ts';

/** For recognising the film on another page. */
export async function rememberFilm(db: Db, videoId: string, { addressHash, ends }: KnownFilm): Promise<void> {
  const film = {
    address_hash: addressHash,
    size_bytes: ends?.sizeBytes ?? null,
    first_sha256: ends?.firstSha256 ?? null,
    last_sha256: ends?.lastSha256 ?? null,
  };
  await db
    .insertInto('known_films')
    .values({ video_id: videoId, ...film })
    .onConflict((conflict) => conflict.column('video_id').doUpdateSet(film))
    .execute();
}

export interface KnownFilm {
  addressHash: Buffer;
  /** Undefined for a stream. */
  ends: FileEnds | undefined;
}

export async function selectKnownFilm(db: Db, videoId: string): Promise<KnownFilm | undefined> {
  const film = await firstRow(db)<KnownFilm['ends'] & { addressHash: Buffer; isFile: boolean }>`
    select address_hash as "addressHash", last_sha256 is not null as "isFile", size_bytes as "sizeBytes",
      first_sha256 as "firstSha256", last_sha256 as "lastSha256"
    from known_films where video_id = ${videoId}`;
  if (!film) return undefined;
  const { addressHash, isFile, sizeBytes, firstSha256, lastSha256 } = film;
  return { addressHash, ends: isFile ? { sizeBytes, firstSha256, lastSha256 } : undefined };
}

/** Except the video of the page itself. */
function knownFilm(db: Db, isSame: RawBuilder<unknown>, addressHash: Buffer) {
  const found = sql`select v.id from known_films k join videos v on v.id = k.video_id
    where ${isSame} and v.status <> 'processing' and v.source_url_hash <> ${addressHash} and not is_cleared(v)`;
  return firstKnown(db, found, addressHash);
}

export function selectKnownByFilmAddress(
  db: Db,
  { filmHash, addressHash }: { filmHash: Buffer; addressHash: Buffer },
): Promise<KnownVideo | undefined> {
  return knownFilm(db, sql`k.address_hash = ${filmHash}`, addressHash);
}

export function isLikeKnownFilm(
  db: Db,
  videoId: string,
  { sizeBytes, firstSha256 }: FirstBytes,
): Promise<boolean> {
  return anyRow(db)`
    select from known_films
    where size_bytes = ${sizeBytes} and first_sha256 = ${firstSha256} and last_sha256 is not null
      and video_id <> ${videoId} limit 1`;
}

/** False if an equal film is being downloaded under a valid lease. If two start at once, the second sees the first. */
export function beginFilm(
  db: Db,
  { videoId, addressHash, first }: { videoId: string; addressHash: Buffer; first: FirstBytes },
): Promise<boolean> {
  const { sizeBytes, firstSha256 } = first;
  return db.transaction().execute(async (tx) => {
    await lockKeys(tx, [firstSha256.readBigInt64BE()]);
    const isInProgress = await anyRow(tx)`
      select from known_films k join download_jobs j on j.video_id = k.video_id
      where k.size_bytes = ${sizeBytes} and k.first_sha256 = ${firstSha256} and k.video_id <> ${videoId}
        and j.status = 'processing' and j.leased_until > now() limit 1`;
    if (isInProgress) return false;
    await execute(tx)`
      insert into known_films as k (video_id, address_hash, size_bytes, first_sha256)
      values (${videoId}, ${addressHash}, ${sizeBytes}, ${firstSha256})
      on conflict (video_id) do update set address_hash = excluded.address_hash,
        size_bytes = excluded.size_bytes, first_sha256 = excluded.first_sha256, last_sha256 = null
      where (k.size_bytes, k.first_sha256) is distinct from (excluded.size_bytes, excluded.first_sha256)`;
    return true;
  });
}

export function selectKnownByEnds(
  db: Db,
  { sizeBytes, firstSha256, lastSha256, addressHash }: FileEnds & { addressHash: Buffer },
): Promise<KnownVideo | undefined> {
  const isSame = sql`k.size_bytes = ${sizeBytes} and k.first_sha256 = ${firstSha256} and k.last_sha256 = ${lastSha256}`;
  return knownFilm(db, isSame, addressHash);
}
