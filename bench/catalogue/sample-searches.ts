import type pg from 'pg';

/** Searches that visitors of a made-up catalogue might type: one text per kind, and several rare ones. */
export interface SampleSearches {
  topWord: string;
  twoCommonWords: string;
  onePercentWord: string;
  /** While typing: the last word is incomplete. */
  unfinishedWord: string;
  /** The two rarest words of one title. */
  rareTitles: string[];
}

interface WordCount {
  word: string;
  share: number;
}

const SAMPLE = 5000;
const RARE_TITLES = 2000;

/** Picks the searches by counting words in a few thousand documents, by id, since ids are random and row order is not. */
export async function sampleSearches(pool: pg.Pool): Promise<SampleSearches> {
  const words = await countWords(pool);
  const common = words.map(({ word }) => word);
  return {
    topWord: common[0] ?? '',
    twoCommonWords: `${common[3]} ${common[6]}`,
    unfinishedWord: `${common[4]} ${common[5]?.slice(0, -1)}`,
    onePercentWord: nearestTo(words, 0.01),
    rareTitles: await rareTitles(pool, new Map(words.map(({ word, share }) => [word, share]))),
  };
}

async function countWords(pool: pg.Pool): Promise<WordCount[]> {
  const { rows } = await pool.query<WordCount>(
    `select word, ndoc::float8 / ${SAMPLE} as share
     from ts_stat('select doc from video_search order by video_id limit ${SAMPLE}')
     where word ~ '^[a-z]+$' order by ndoc desc, word`,
  );
  return rows;
}

function nearestTo(words: readonly WordCount[], share: number): string {
  const far = (one: WordCount) => Math.abs(Math.log(one.share / share));
  return words.reduce((best, one) => (far(one) < far(best) ? one : best)).word;
}

async function rareTitles(pool: pg.Pool, shares: ReadonlyMap<string, number>): Promise<string[]> {
  const { rows } = await pool.query<{ title: string }>(
    `select title from videos order by source_url_hash limit ${RARE_TITLES}`,
  );
  return rows.map(({ title }) => {
    const words = title.toLowerCase().split(' ');
    words.sort((a, b) => (shares.get(a) ?? 0) - (shares.get(b) ?? 0));
    return words.slice(0, 2).join(' ');
  });
}
