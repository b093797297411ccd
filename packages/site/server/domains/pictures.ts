import { createHash } from 'node:crypto';
import type { BrandKind } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import type { ReadFile } from '@vesper/core/http/read-file.ts';
import { readPicture } from '@vesper/core/lib/files/read-picture.ts';
import { type DomainRow, deletePicture, type NewPicture, upsertPicture } from './queries.ts';
import { findDomain, requireDomain } from './settings.ts';

interface Wanted {
  id: string;
  kind: BrandKind;
}

/** Throws not_found or bad_request. */
export async function uploadPicture(db: Db, { id, kind }: Wanted, readFile: ReadFile): Promise<DomainRow> {
  await findDomain(db, id);
  const picture = await drawPicture(await readFile(), kind);
  await db.transaction().execute(async (tx) => {
    await requireDomain(tx, id);
    await upsertPicture(tx, { domain_id: id, kind, ...picture });
  });
  return findDomain(db, id);
}

export async function removePicture(db: Db, { id, kind }: Wanted): Promise<DomainRow> {
  await deletePicture(db, id, kind);
  return findDomain(db, id);
}

/** In pixels. A logo is shown 32 high. */
const BOXES = {
  logo: { width: 480, height: 96, fit: 'inside', withoutEnlargement: true },
  icon: { width: 512, height: 512, fit: 'contain', background: '#0000' },
} as const;

/** As the table's check. */
const MOST_BYTES = 102_400;
const QUALITIES = [{ lossless: true }, { quality: 90 }, { quality: 70 }, { quality: 40 }, { quality: 5 }];

async function drawPicture(file: Buffer, kind: BrandKind): Promise<Omit<NewPicture, 'domain_id' | 'kind'>> {
  const { data, info } = await readPicture(file, (picture) =>
    picture.resize(BOXES[kind]).toColourspace('srgb').png().toBuffer({ resolveWithObject: true }),
  );
  const { default: sharp } = await import('sharp');
  let bytes = Buffer.alloc(0);
  for (const quality of QUALITIES) {
    bytes = await sharp(data).webp(quality).toBuffer();
    if (bytes.length <= MOST_BYTES) break;
  }
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  return { bytes, hash, width: info.width, height: info.height };
}
