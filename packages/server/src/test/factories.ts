import { createHash } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Videos } from '../db/schema.ts';
import { searchDocument, upsertSearchRow } from '../features/search/index.ts';
import { slugify } from '../lib/slug.ts';

let made = 0;

/** A stored video, published unless said otherwise, with its category and its place in the search. */
export async function makeVideo(db: Db, fields: Partial<Insertable<Videos>> = {}): Promise<string> {
  made += 1;
  const title = fields.title ?? `Test chart ${made}`;
  const category = fields.category ?? 'Charts';
  const sourceUrl = fields.source_url ?? `https://source.test/watch/${process.pid}-${made}`;
  await makeCategory(db, category);
  const { id, description, tags, status } = await db
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
    .returning(['id', 'description', 'tags', 'status'])
    .executeTakeFirstOrThrow();
  await upsertSearchRow(
    db,
    id,
    searchDocument({ title, description, tags, category }),
    status === 'published',
  );
  return id;
}

export async function makeCategory(db: Db, name: string): Promise<void> {
  await db
    .insertInto('categories')
    .values({ name, slug: slugify(name) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
