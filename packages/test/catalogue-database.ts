import { readdirSync, readFileSync } from 'node:fs';
import { slugify } from '@vesper/core/lib/text/slug.ts';
import { wordingOf } from '@vesper/library/search';
import { fillCatalogue } from '../../bench/catalogue/fill-catalogue.ts';
import { createFilledDatabase, type TestDatabase } from './database.ts';

const FILLING = new URL('../../bench/catalogue/', import.meta.url);

export const CATALOGUE_VIDEOS = 20_000;

/** A database with as many videos as query plans need, filled once for all tests. */
export function createCatalogueDatabase(
  count: number = CATALOGUE_VIDEOS,
  onProgress?: (done: number) => void,
): Promise<TestDatabase> {
  const files = readdirSync(FILLING).map((name) => readFileSync(new URL(name, FILLING), 'utf8'));
  const contents = [count, wordingOf, slugify, ...files].join('\n');
  return createFilledDatabase(contents, (database) =>
    fillCatalogue(database, {
      count,
      now: new Date('2026-11-01T00:00:00Z'),
      videoKey: 'seed/video.mp4',
      thumbnailKey: 'seed/thumbnail.webp',
      ...(onProgress ? { onProgress } : {}),
    }),
  );
}
