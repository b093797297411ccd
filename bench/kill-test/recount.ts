import type pg from 'pg';

/** What stands in the database at the end, counted row by row. */
export interface Counts {
  published: number;
  otherVideos: number;
  titles: number;
  completedJobs: number;
  runStatus: string;
  runAdded: number;
  sourceAdded: number;
  /** Steps that were done after publishing: the renditions of each. */
  completedSteps: number;
  /** Videos with a film, a poster in six files, and all files of their streams, or none of them where there are none. */
  wholeVideos: number;
}

/** Downloads and steps of videos that wait or are on their way, and runs that are going. */
export async function waitingOrRunning(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    `select (select count(*) from download_jobs where status in ('pending', 'processing'))::int
          + (select count(*) from media_jobs where status in ('pending', 'processing'))::int
          + (select count(*) from crawler_runs where status = 'running')::int as n`,
  );
  return rows[0]?.n ?? 0;
}

export async function countEverything(pool: pg.Pool): Promise<Counts> {
  const { rows } = await pool.query<Counts>(
    `select (select count(*) from videos where status = 'published')::int as "published",
            (select count(*) from videos where status <> 'published')::int as "otherVideos",
            (select count(distinct title) from videos)::int as "titles",
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
  if (!rows[0]) throw new Error('The database answered nothing.');
  return rows[0];
}

/** A total that the site keeps, by name, beside the same counted from the rows that it is about. */
const TOTALS: Record<string, { kept: string; counted: string }> = {
  'videos of each category': {
    kept: 'select name as of, video_count::int as n from categories where video_count <> 0',
    counted: `select category as of, count(*)::int as n from videos where status = 'published' group by category`,
  },
  'videos in all': {
    kept: 'select videos::int as n from catalogue_totals',
    counted: `select count(*)::int as n from videos where status = 'published'`,
  },
  'videos of each tag': {
    kept: 'select tag as of, n::int from tag_totals where n <> 0',
    counted: `select tag as of, count(*)::int as n
      from (select distinct v.id, lower(t) as tag from videos v, unnest(v.tags) as t where v.status = 'published') as x
      group by tag`,
  },
  'videos by status': {
    kept: `select value as of, sum(n)::int as n
      from (select about, value, n from video_counts union all select about, value, n from video_count_changes) as c
      where about = 'status' group by value having sum(n) <> 0`,
    counted: 'select status as of, count(*)::int as n from videos group by status',
  },
  'downloads by status': {
    kept: 'select status as of, jobs::int as n from download_totals where jobs <> 0',
    counted: 'select status as of, count(*)::int as n from download_jobs group by status',
  },
  'steps of videos by status': {
    kept: `select status as of, sum(jobs)::int as n
      from (select status, jobs from media_job_counts union all select status, jobs from media_job_changes) as c
      group by status having sum(jobs) <> 0`,
    counted: 'select status as of, count(*)::int as n from media_jobs group by status',
  },
  'stored files and their bytes': {
    kept: `select purpose as of, sum(files)::int as n, sum(bytes)::bigint as bytes
      from (select * from storage_counts union all select * from storage_changes) as c
      group by purpose having sum(files) <> 0`,
    counted: `select purpose as of, count(*)::int as n, coalesce(sum(size_bytes), 0)::bigint as bytes
      from stored_files where quarantined_at is null group by purpose`,
  },
};

/** The totals that differ from their rows, each as a sentence. */
export async function wrongTotals(pool: pg.Pool): Promise<string[]> {
  const wrong: string[] = [];
  for (const [name, { kept, counted }] of Object.entries(TOTALS)) {
    const [says, is] = await Promise.all([sorted(pool, kept), sorted(pool, counted)]);
    if (says !== is) wrong.push(`${name}: kept ${says}, counted ${is}`);
  }
  return wrong;
}

async function sorted(pool: pg.Pool, query: string): Promise<string> {
  return JSON.stringify((await pool.query(query)).rows.map((row) => JSON.stringify(row)).sort());
}
