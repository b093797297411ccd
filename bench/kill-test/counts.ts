import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../packages/server/src/kernel/db/embedded.ts';
import { silentLog } from '../../packages/server/src/kernel/lib/log.ts';
import { createFsStorage } from '../../packages/server/src/kernel/storage/fs-storage.ts';

/** What a site holds, recounted where it keeps a count of its own. */
export interface Counts {
  published: number;
  otherVideos: number;
  titles: number;
  categoryCount: number;
  totalVideos: number;
  completedJobs: number;
  runStatus: string;
  runAdded: number;
  sourceAdded: number;
  /** Steps that were done after publishing: the renditions of each. */
  completedSteps: number;
  /** Videos with a film, a poster in six files, and all files of their streams, or none of them where there are none. */
  wholeVideos: number;
  /** Files that nobody names. */
  looseFiles: number;
  /** Files that videos name and that are not there. */
  missingFiles: number;
}

/** Downloads and steps of videos that wait or are on their way, and runs that are going. */
export async function waitingOrRunning(dataDir: string): Promise<number> {
  const [row] = await ask<{ n: number }>(
    dataDir,
    `select (select count(*) from download_jobs where status in ('pending', 'processing'))::int
          + (select count(*) from media_jobs where status in ('pending', 'processing'))::int
          + (select count(*) from crawler_runs where status = 'running')::int as n`,
  );
  return row?.n ?? 0;
}

export async function countEverything(dataDir: string): Promise<Counts> {
  const [row] = await ask<Omit<Counts, 'looseFiles' | 'missingFiles'>>(
    dataDir,
    `select (select count(*) from videos where status = 'published')::int as "published",
            (select count(*) from videos where status <> 'published')::int as "otherVideos",
            (select count(distinct title) from videos)::int as "titles",
            (select sum(video_count) from categories)::int as "categoryCount",
            (select videos from catalogue_totals)::int as "totalVideos",
            (select count(*) from download_jobs where status = 'completed')::int as "completedJobs",
            (select string_agg(status, ' ') from crawler_runs) as "runStatus",
            (select sum(videos_added) from crawler_runs)::int as "runAdded",
            (select sum(total_videos_added) from video_sources)::int as "sourceAdded",
            (select count(*) from media_jobs where status = 'completed')::int as "completedSteps",
            (select count(*) from videos v where
               (select count(*) filter (where name = 'video.mp4') = 1
                   and count(*) filter (where purpose = 'thumbnail') = 6
                   and count(*) filter (where name = 'hls.m3u8') = (v.hls_url <> '')::int
                   and count(*) filter (where name ~ '^[0-9]+p[.]mp4$') = count(*) filter (where name ~ '^[0-9]+p[.]m3u8$')
                   and (count(*) filter (where name ~ '^[0-9]+p[.]mp4$') > 0) = (v.hls_url <> '')
                 from stored_files f where f.video_id = v.id))::int as "wholeVideos"`,
  );
  if (!row) throw new Error('The database answered nothing.');
  const stored = new Set<string>();
  for await (const { key } of createFsStorage(path.join(dataDir, 'storage')).list()) stored.add(key);
  const named = new Set(
    (await ask<{ key: string }>(dataDir, 'select key from stored_files')).map(({ key }) => key),
  );
  const missingFiles = [...named].filter((key) => !stored.has(key)).length;
  return { ...row, looseFiles: [...stored].filter((key) => !named.has(key)).length, missingFiles };
}

/** The server process of the site's own database. */
export async function pidOfPostgres(dataDir: string): Promise<number> {
  const file = await readFile(path.join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8');
  return Number(file.split('\n')[0]);
}

async function ask<Row extends pg.QueryResultRow>(dataDir: string, query: string): Promise<Row[]> {
  const { connection } = await startEmbeddedPostgres(path.join(dataDir, 'postgres'), silentLog);
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(query)).rows;
  } finally {
    await client.end();
  }
}
