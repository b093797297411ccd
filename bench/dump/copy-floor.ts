import { createHash, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { slugify } from '../../packages/server/src/kernel/lib/slug.ts';
import { wordingOf } from '../../packages/server/src/library/search/index.ts';
import { copyRows } from '../catalogue/copy-rows.ts';
import { CATEGORY_NAMES } from '../catalogue/vocabulary.ts';
import { type ExportedVideo, exportedVideo } from './dump-lines.ts';

const CHUNK = 10_000;

interface Row extends ExportedVideo {
  videoId: string;
  hash: Buffer;
  at: Date;
}

/**
 * The same rows by COPY, ten thousand in a transaction: videos, which the same triggers list and count, their words for
 * search, and their addresses in the ledger. Nothing is fetched, parsed, checked or compared. Returns the milliseconds
 * in which the database was busy: rows are made in between.
 */
export async function copyFloor(client: pg.PoolClient, sourceId: string, count: number): Promise<number> {
  await client.query(
    'insert into categories (name, slug) select * from unnest($1::text[], $2::text[]) on conflict do nothing',
    [CATEGORY_NAMES, CATEGORY_NAMES.map(slugify)],
  );
  let ms = 0;
  for (let from = 0; from < count; from += CHUNK) {
    const rows = Array.from({ length: Math.min(CHUNK, count - from) }, (_, n) => toRow(from + n));
    const tables = tablesOf(rows, sourceId);
    const startedAt = performance.now();
    await client.query('begin');
    for (const { table, columns, fields } of tables) await copyRows(client, table, columns, fields);
    await client.query('commit');
    ms += performance.now() - startedAt;
  }
  return ms;
}

function toRow(n: number): Row {
  const video = exportedVideo(n);
  const hash = createHash('sha256').update(video.pageUrl).digest();
  return { ...video, videoId: randomUUID(), hash, at: new Date() };
}

function tablesOf(rows: readonly Row[], sourceId: string) {
  const documents = rows.map((row) => wordingOf({ ...row, description: '' }).doc);
  return [
    {
      table: 'videos',
      columns: [
        ...[
          'id',
          'title',
          'tags',
          'category',
          'source_url',
          'source_url_hash',
          'source_id',
          'external_id',
          'slug',
        ],
        ...[
          'kind',
          'status',
          'embed_url',
          'embed_provider',
          'embed_id',
          'duration',
          'placeholder',
          'published_at',
        ],
      ],
      fields: rows.map((row) => [
        ...[row.videoId, row.title, row.tags, row.category, row.pageUrl, row.hash, sourceId, row.id],
        ...[slugify(row.title), 'embed', 'published', `https://player.test/embed/${row.playerId}`, 'charts'],
        ...[row.playerId, row.seconds, '', row.at],
      ]),
    },
    {
      table: 'video_search',
      columns: ['video_id', 'doc', 'visible'],
      fields: rows.map(({ videoId }, index) => [videoId, documents[index] ?? '', true]),
    },
    {
      table: 'addresses',
      columns: ['hash', 'url', 'source_id', 'decision', 'video_id', 'first_seen_at', 'last_decided_at'],
      fields: rows.map(({ hash, pageUrl, videoId, at }) => [hash, pageUrl, sourceId, 'new', videoId, at, at]),
    },
  ];
}
