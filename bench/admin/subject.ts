import { createHash } from 'node:crypto';
import type pg from 'pg';
import { CATEGORY_NAMES, tagNames, titleWords } from '../catalogue/vocabulary.ts';
import { RARE_CATEGORY, RARE_WORD } from './fill-database.ts';

/** What the openings of pages ask for: of each kind one that many have, and one that few have. */
export type Subject = Awaited<ReturnType<typeof readSubject>>;

/** The id of the nth of a kind, as the filling gave it. */
export function idOf(kind: string, n: number): string {
  const hex = createHash('md5').update(`${kind}${n}`).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Looks up what to ask of a filled database. */
export async function readSubject(pool: pg.Pool) {
  const one = async <Value = string>(text: string, values: unknown[] = []): Promise<Value> => {
    const { rows } = await pool.query({ text, values, rowMode: 'array' });
    return rows[0]?.[0] as Value;
  };
  // Those of a database that was kept have ended meanwhile.
  await pool.query(`update admin_sessions set last_seen_at = now(),
      expires_at = now() + interval '1 day'`);
  const size = await one<number>('select count(*)::int from videos');
  const middle = Math.floor(size / 2);
  const video = idOf('video', middle);
  // A run with a large ledger, and a keyword with as many links as it may ever get.
  const run = idOf('run', 0);
  const keyword = idOf('keyword', Math.floor(size / 20));
  return {
    ...{ size, video, run, keyword },
    // As the list of videos has its keys: in its middle.
    videoKey: await one(
      "select (extract(epoch from created_at) * 1000000)::bigint || '~' || id from videos where id = $1",
      [video],
    ),
    // Downloads, the last of which is in the middle of the list.
    download: idOf('download', 1),
    deepDownload: idOf('download', middle),
    deepMediaPosition: await one<number>('select position::int from media_jobs where id = $1', [
      idOf('media', middle),
    ]),
    largeSource: idOf('source', 0),
    smallSource: idOf('source', 39),
    deepRun: idOf('run', 1500),
    deepDecision: await one<number>(
      'select decision_number::int from addresses where run_id = $1 order by decision_number offset 1000 limit 1',
      [run],
    ),
    notice: idOf('notice', 9),
    deepNotice: idOf('notice', Math.floor(size / 40)),
    deepLink: `250:${video}`,
    deepKeywordPosition: Math.floor(size / 40),
    deepAuditSeq: 2 * Math.floor(size / 4) + 1,
    // The filled ones began a second apart.
    deepSession: `${Date.now() - 1_000_000}.${video}`,
    deepTag: await one('select tag from tag_totals order by n desc, tag offset 1000 limit 1'),
    domain: await one('select id from domains order by domain limit 1'),
    commonWord: titleWords()[0] ?? '',
    rareWord: RARE_WORD,
    commonTag: tagNames()[0] ?? '',
    rareTag: await one("select tag from tag_totals where tag like 'set %' order by n desc, tag limit 1"),
    commonCategory: CATEGORY_NAMES[0],
    rareCategory: RARE_CATEGORY,
    address: await one('select source_url from videos where id = $1', [video]),
    host: 'host-1',
  };
}
