import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { phrasesOf } from '../../packages/library/server/search/index.ts';
import { chooseFor } from '../../packages/library/server/videos/related/related.ts';
import { startTestSite, type TestSite } from '../../packages/test/site.ts';
import { publishJudged } from './fill-judged.ts';
import { type JudgedVideo, readSubjects, readVideos } from './read-judged.ts';
import { relatedSample, sharePrecise } from './related.ts';

const SHOWN = 12;
const videos = readVideos();
const byId = new Map(videos.map((video) => [video.id, video]));

let site: TestSite;
let sourceOf: Map<string, string | null>;
beforeAll(async () => {
  site = await startTestSite();
  const { db } = site.base;
  await publishJudged(db, videos);
  const rows = await db.selectFrom('videos').select(['id', 'source_id']).execute();
  sourceOf = new Map(rows.map(({ id, source_id }) => [id, source_id]));
});
afterAll(() => site.close());

const choose = async (id: string) => (await chooseFor(site.base.db, id)) ?? [];

describe('related videos of the judged catalogue', () => {
  test('nearly every video is listed, each list has several sources, and two runs are the same', async () => {
    const lists = new Map<string, string[]>();
    for (const { id } of videos)
      lists.set(
        id,
        (await choose(id)).map((one) => `${one.id} ${one.because}`),
      );
    for (const { id } of videos.filter((_, n) => n % 10 === 0))
      expect((await choose(id)).map((one) => `${one.id} ${one.because}`)).toEqual(lists.get(id));
    const shown = [...lists.values()].map((list) =>
      list.slice(0, SHOWN).map((one) => one.split(' ')[0] ?? ''),
    );
    const listed = new Set(shown.flat());
    expect(videos.filter(({ id }) => listed.has(id)).length / videos.length).toBeGreaterThan(0.95);
    const alone = shown.filter((ids) => new Set(ids.map((id) => sourceOf.get(id))).size < 2);
    expect(alone).toEqual([]);
  });

  test.each([false, true])('lists are precise (held out: %s), and each reason is true', async (heldOut) => {
    const shares: number[] = [];
    for (const video of relatedSample(videos, heldOut)) {
      const list = await site.client.videos.related({ id: video.id });
      expect(list).toHaveLength(SHOWN);
      for (const { video: other, because } of list)
        if (because)
          expect([other.id, because, isTrue(because, video, byId.get(other.id))]).toEqual([
            other.id,
            because,
            true,
          ]);
      shares.push(
        sharePrecise(
          video,
          list.map((one) => one.video.id),
          videos,
        ),
      );
    }
    expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThan(0.8);
  });
});

function isTrue(
  { kind, words }: { kind: string; words: readonly string[] },
  one: JudgedVideo,
  other: JudgedVideo | undefined,
): boolean {
  const both = (holds: (video: JudgedVideo) => boolean) => other !== undefined && holds(one) && holds(other);
  const [name = ''] = words;
  if (kind === 'tag') return both(({ tags }) => tags.some((tag) => tag.toLowerCase() === name));
  if (kind === 'category') return both(({ subject }) => readSubjects().get(subject)?.category === name);
  const folded = words.flatMap((word) => phrasesOf(word).flat());
  return folded.every((word) =>
    both(({ title, description }) => phrasesOf(`${title} ${description}`).flat().includes(word)),
  );
}
