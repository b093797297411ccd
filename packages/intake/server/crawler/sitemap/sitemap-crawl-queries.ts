import type { Db } from '@vesper/core/db/pool.ts';

/** Where a sequential crawl continues: the file's index from 0, and how many of its addresses are done. */
export interface SitemapCursor {
  file: number;
  offset: number;
}

export interface SitemapProgress extends SitemapCursor {
  sitemapFiles: number | null;
}

export async function selectProgress(db: Db, sourceId: string): Promise<SitemapProgress> {
  const row = await db
    .selectFrom('sitemap_cursors')
    .selectAll()
    .where('source_id', '=', sourceId)
    .executeTakeFirst();
  return {
    file: row?.file_index ?? 0,
    offset: row?.address_offset ?? 0,
    sitemapFiles: row?.sitemap_files ?? null,
  };
}

export async function saveSitemapFiles(db: Db, sourceId: string, files: number): Promise<void> {
  await db
    .insertInto('sitemap_cursors')
    .values({ source_id: sourceId, sitemap_files: files })
    .onConflict((conflict) => conflict.column('source_id').doUpdateSet({ sitemap_files: files }))
    .execute();
}

export async function selectNextFile(db: Db, sourceId: string): Promise<readonly string[] | null> {
  const row = await db
    .selectFrom('sitemap_cursors')
    .select('next_file')
    .where('source_id', '=', sourceId)
    .executeTakeFirst();
  return row?.next_file ?? null;
}

export async function saveNextFile(
  db: Db,
  sourceId: string,
  path: readonly string[] | undefined,
): Promise<void> {
  const next_file = path ? [...path] : null;
  await db
    .insertInto('sitemap_cursors')
    .values({ source_id: sourceId, next_file })
    .onConflict((conflict) => conflict.column('source_id').doUpdateSet({ next_file }))
    .execute();
}

/** False if another call has moved the cursor since the caller read it. */
export async function moveCursor(
  tx: Db,
  sourceId: string,
  from: SitemapCursor,
  to: SitemapCursor,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sitemap_cursors')
    .set({ file_index: to.file, address_offset: to.offset })
    .where('source_id', '=', sourceId)
    .where('file_index', '=', from.file)
    .where('address_offset', '=', from.offset)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
