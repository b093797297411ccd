import { createHash } from 'node:crypto';
import type { Db } from '@vesper/core/db/pool.ts';
import type { SourcePermissions, Videos } from '@vesper/core/db/schema.ts';
import { slugify } from '@vesper/core/lib/text/slug.ts';
import { isStorageKey } from '@vesper/core/storage/storage.ts';
import { FILE_NAMES, type MediaFile, recordFiles } from '@vesper/library/media';
import { upsertSearchRow, wordingOf } from '@vesper/library/search';
import type { Insertable } from 'kysely';
import { filmName, previewName } from '../library/server/media/files/file-names.ts';

let made = 0;

export interface MadeSource {
  name?: string;
  url?: string;
  dailyQuota?: number;
  kind?: string;
  delivery?: 'hosted' | 'remote' | 'embed';
  categoryMap?: Record<string, string>;
  crawlDelayMs?: number;
  concurrency?: number;
  enabled?: boolean;
  /** By default 'own' for everything without an end; null for none. */
  basis?: Partial<Insertable<SourcePermissions>> | null;
}

/** A source, by default the operator's own and read without pauses; enabled if it has a basis. Its id. */
export async function makeSource(db: Db, source: MadeSource = {}): Promise<string> {
  made += 1;
  const { id } = await db
    .insertInto('video_sources')
    .values({
      name: source.name ?? `Source ${made}`,
      base_url: source.url ?? `https://source-${process.pid}-${made}.test/`,
      kind: source.kind ?? 'sitemap',
      delivery: source.delivery ?? 'hosted',
      category_map: JSON.stringify(source.categoryMap ?? {}),
      daily_quota: source.dailyQuota ?? 10,
      crawl_delay_ms: source.crawlDelayMs ?? ((source.basis?.basis ?? 'own') === 'own' ? 0 : 1000),
      concurrency: source.concurrency ?? 1,
      enabled: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (source.basis !== null) await makePermission(db, id, source.basis);
  if (source.enabled ?? source.basis !== null)
    await db.updateTable('video_sources').set({ enabled: true }).where('id', '=', id).execute();
  return id;
}

/** By default for everything, from now on. Its id. */
export async function makePermission(
  db: Db,
  sourceId: string,
  fields: Partial<Insertable<SourcePermissions>> = {},
): Promise<string> {
  const { id } = await db
    .insertInto('source_permissions')
    .values({
      basis: 'own',
      scope: ['embed', 'hotlink', 'download', 'metadata'],
      evidence: 'The test made it.',
      ...fields,
      source_id: sourceId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A video, published by default, with category and search row. Its id. */
export async function makeVideo(db: Db, fields: Partial<Insertable<Videos>> = {}): Promise<string> {
  made += 1;
  const title = fields.title ?? `Test chart ${made}`;
  const category = fields.category ?? 'Charts';
  const sourceUrl = fields.source_url ?? `https://source.test/watch/${process.pid}-${made}`;
  await makeCategory(db, category);
  const { id, description, tags, status, language } = await db
    .insertInto('videos')
    .values({
      status: 'published',
      published_at: new Date(),
      duration: 12,
      width: 640,
      height: 360,
      ...fields,
      title,
      category,
      slug: slugify(title),
      source_url: sourceUrl,
      source_url_hash: createHash('sha256').update(sourceUrl).digest(),
    })
    .returning(['id', 'description', 'tags', 'status', 'language'])
    .executeTakeFirstOrThrow();
  await recordFiles(db, id, filesOf(fields));
  await upsertSearchRow(
    db,
    id,
    wordingOf({ title, description, tags, category, language }),
    status === 'published',
  );
  return id;
}

export async function nameFiles(db: Db, id: string, fields: Partial<Insertable<Videos>>): Promise<void> {
  await db.updateTable('videos').set(fields).where('id', '=', id).execute();
  await recordFiles(db, id, filesOf(fields));
}

function filesOf({
  video_url: film = '',
  thumbnail_url: thumbnail = '',
  preview_url: preview = '',
  storyboard_url: storyboard = '',
  hls_url: playlist = '',
}: Partial<Insertable<Videos>>): MediaFile[] {
  const files = [
    { key: film, purpose: 'play', name: filmName(film) },
    { key: playlist, purpose: 'play', name: FILE_NAMES.playlist },
    { key: storyboard, purpose: 'play', name: FILE_NAMES.storyboard },
    { key: thumbnail, purpose: 'thumbnail', name: FILE_NAMES.thumbnail(640, 'webp') },
    { key: preview, purpose: 'preview', name: previewName(preview) },
  ] as const;
  return files
    .filter(({ key }) => isStorageKey(key))
    .map((file) => ({ ...file, place: 'fs', sizeBytes: null }));
}

export async function makeCategory(db: Db, name: string): Promise<void> {
  await db
    .insertInto('categories')
    .values({ name, slug: slugify(name) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
