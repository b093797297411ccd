import type { Db } from '@vesper/core/db/pool.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CATEGORY_NAMES } from '../../../../bench/catalogue/vocabulary.ts';
import { createCatalogueDatabase } from '../../../test/catalogue-database.ts';
import type { TestDatabase } from '../../../test/database.ts';
import { makeSource } from '../../../test/factories.ts';
import { readsOf } from '../../../test/reads-of.ts';
import { followSaid } from './changes/many.ts';
import { hideWithdrawn, type SaidOfVideo, showWithdrawn } from './changes/many-queries.ts';
import { claimDuePictures } from './picture-queries.ts';

const BATCH = 20;
/** Each video is found, locked, written, and read again for counts, lists and search. */
const MOST_ROWS = 60 * BATCH;

let database: TestDatabase;
let sourceId: string;
let videos: { id: string; hash: Buffer; externalId: string }[];
let hidden: string[];
beforeAll(async () => {
  database = await createCatalogueDatabase();
  const { db } = database;
  sourceId = await makeSource(db, { delivery: 'embed' });
  const { rows } = await sql<(typeof videos)[number]>`
    update videos set source_id = ${sourceId}, external_id = 'id-' || id, kind = 'embed'
    where id in (select id from videos where status = 'published' order by source_url_hash limit ${2 * BATCH})
    returning id, source_url_hash as hash, external_id as "externalId"`.execute(db);
  videos = rows.slice(0, BATCH);
  hidden = rows.slice(BATCH).map(({ id }) => id);
  await sql`update videos set status = 'hidden', hidden_reason = 'withdrawn' where id = any (${hidden})`.execute(
    db,
  );
  await sql`insert into source_pictures (video_id, source_id, url, due_at)
    select id, ${sourceId}, 'https://pictures.test/1.jpg', now() from videos`.execute(db);
});
afterAll(() => database.drop());

const said = (): SaidOfVideo[] =>
  videos.map(({ hash, externalId }) => ({
    ...{
      sourceUrlHash: hash,
      externalId,
      title: 'Another chart',
      description: 'It turns.',
      tags: ['another'],
    },
    ...{ category: CATEGORY_NAMES[0], durationSeconds: 77, pictureUrl: 'https://pictures.test/2.jpg' },
  }));

const WORKS: Record<string, (tx: Db) => Promise<unknown>> = {
  'following a batch of lines': (tx) => followSaid(tx, sourceId, said()),
  'hiding what a batch of lines names by address': (tx) =>
    hideWithdrawn(tx, { sourceId, hashes: videos.map(({ hash }) => hash), externalIds: [] }),
  'hiding what a batch of lines names by id': (tx) =>
    hideWithdrawn(tx, { sourceId, hashes: [], externalIds: videos.map(({ externalId }) => externalId) }),
  'showing a batch again': (tx) => showWithdrawn(tx, hidden, { isCovered: true }),
  'leasing pictures': (tx) =>
    claimDuePictures(tx, { now: new Date(), leaseUntil: new Date(), perLane: 5, limit: BATCH }),
};

describe.each(['before the tables were analysed', 'after'])('%s', (when) => {
  beforeAll(async () => {
    if (when === 'after') await sql`analyze`.execute(database.db);
  });

  test.each(Object.entries(WORKS))('%s reads no other videos', async (_name, work) => {
    expect((await readsOf(database.db, work)).rows).toBeLessThan(MOST_ROWS);
  });
});
