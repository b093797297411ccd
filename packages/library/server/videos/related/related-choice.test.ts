import { describe, expect, test } from 'vitest';
import { phrasesOf } from '../../search/index.ts';
import type { Candidate, RelatedSubject } from './related-candidate-queries.ts';
import { chooseRelated, RELATED_COUNT, STORED_COUNT } from './related-choice.ts';

const AT = new Date('2026-01-01T00:00:00Z');
const WORDS =
  'slow fractal zoom over quiet coloured gradient ridge with blue noise seed spiral tide crème'.split(' ');
const TAGS = ['waves', 'blue', 'spiral', 'slow zoom', 'noise', 'Grid'];

function subjectWith(fields: Partial<RelatedSubject> = {}): RelatedSubject {
  const none = { id: 'subject', title: '', description: '', tags: [], category: 'Noise', sourceId: null };
  return { ...none, publishedAt: AT, ...fields };
}

function candidate(id: string, fields: Partial<Candidate> = {}): Candidate {
  return { ...subjectWith({ id }), networks: 0, claim: 0, ...fields };
}

function many(count: number, fieldsOf: (n: number) => Partial<Candidate>): Candidate[] {
  return Array.from({ length: count }, (_, n) => candidate(`c${String(n).padStart(2, '0')}`, fieldsOf(n)));
}

function choose(subject: RelatedSubject, candidates: readonly Candidate[], unlike: string[] = []) {
  const weights = new Map(subject.tags.map((tag, n) => [tag.toLowerCase(), 6 - n]));
  return chooseRelated({ subject, weights, newestAt: AT, candidates, unlike });
}

/** Pseudorandom numbers from 0 to 1. */
function randomFrom(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

function randomCatalogue(seed: number): { subject: RelatedSubject; candidates: Candidate[] } {
  const random = randomFrom(seed);
  const some = (list: readonly string[], most: number) =>
    list.filter(() => random() < most / list.length).slice(0, most);
  const fields = () => ({
    title: some(WORDS, 4).join(' '),
    description: some(WORDS, 8).join(', '),
    tags: some(TAGS, 3),
    category: random() < 0.5 ? 'Noise' : 'Tides',
    sourceId: ['one', 'two', null][Math.floor(random() * 3)] ?? null,
    publishedAt: new Date(AT.getTime() - random() * 1e10),
  });
  const candidates = many(40, () => ({
    ...fields(),
    networks: random() < 0.2 ? Math.ceil(random() * 50) : 0,
    claim: random() < 0.1 ? Math.ceil(random() * 1000) : 0,
  }));
  return { subject: subjectWith(fields()), candidates };
}

const SEEDS = Array.from({ length: 10 }, (_, seed) => seed);
const words = ({ title, description }: RelatedSubject) =>
  new Set(phrasesOf(`${title} ${description}`).flat());
const lower = ({ tags }: RelatedSubject) => tags.map((tag) => tag.toLowerCase());

test.each(SEEDS)('the reasons of random list %i are true', (seed) => {
  const { subject, candidates } = randomCatalogue(seed);
  const chosen = choose(subject, candidates);
  expect(chosen).toHaveLength(STORED_COUNT);
  expect(new Set(chosen.map(({ id }) => id)).size).toBe(STORED_COUNT);
  for (const { id, because } of chosen) {
    const video = candidates.find((one) => one.id === id) as Candidate;
    const [kind, ...rest] = because.split(' ');
    const named = rest.join(' ');
    if (kind === 'tag')
      expect([lower(subject), lower(video)].every((tags) => tags.includes(named))).toBe(true);
    else if (kind === 'words')
      for (const word of rest.map((one) => phrasesOf(one)[0]?.[0] ?? ''))
        expect([words(subject), words(video)].every((all) => all.has(word))).toBe(true);
    else if (kind === 'together') expect(video.networks).toBeGreaterThan(0);
    else if (kind === 'category') expect(video.category).toBe(subject.category);
    else expect(because).toBe('');
  }
});

describe('a list', () => {
  const ids = (chosen: { id: string }[]) => chosen.slice(0, RELATED_COUNT).map(({ id }) => id);
  const subject = subjectWith({ tags: ['waves', 'blue'], title: 'Slow tide' });

  test('puts the rarer tag first, and names it', () => {
    const [first, second] = choose(subject, [
      candidate('common', { tags: ['Blue'] }),
      candidate('rare', { tags: ['Waves'] }),
    ]);
    expect(first).toEqual({ id: 'rare', because: 'tag waves' });
    expect(second).toEqual({ id: 'common', because: 'tag blue' });
  });

  test('names words as they are written, and no words that most have', () => {
    const video = subjectWith({ title: 'Crème brûlée', description: 'made with sugar' });
    const others = many(20, () => ({ description: 'made with sugar' }));
    const chosen = choose(video, [...others, candidate('same', { title: 'CREME of tides' })]);
    expect(chosen[0]).toEqual({ id: 'same', because: 'words crème' });
  });

  test.each([
    ['慢速分形縮放', '缩放里的分形', 'words 分形 縮放'],
    ['静かなオートマトン', 'オートマトン一覧', 'words オートマトン'],
    ['คลื่นช้า', 'ดูคลื่น', 'words คลื่น'],
    ['느린 파도', '파도 소리', 'words 파도'],
    ['the sea', 'by the sea', 'category'],
    ['A film from afar, and the sea', 'Sand from the shore', 'category'],
  ])('names what %s and %s share', (title, other, because) => {
    const [first] = choose(subjectWith({ title }), [candidate('same', { title: other })]);
    expect(first).toEqual({ id: 'same', because });
  });

  test('has others beside its main source and tag while these share something too', () => {
    const same = many(30, (n) => ({
      tags: n < 20 ? ['waves'] : ['blue'],
      sourceId: n % 10 < 9 ? 'big' : 'small',
    }));
    const chosen = choose(subject, same).slice(0, RELATED_COUNT);
    const sources = chosen.map(({ id }) => same.find((one) => one.id === id)?.sourceId);
    expect(sources.filter((source) => source === 'small').length).toBeGreaterThan(1);
    expect(chosen.filter(({ because }) => because === 'tag blue').length).toBeGreaterThan(1);
  });

  test('gives what is only said to be watched together three places, however often that is said', () => {
    const pushed = many(20, () => ({ networks: 1_000_000, category: 'Tides' }));
    const related = many(20, () => ({ tags: ['blue'] })).map((one) => ({ ...one, id: `related ${one.id}` }));
    const chosen = choose(subject, [...pushed, ...related]).slice(0, RELATED_COUNT);
    expect(chosen.filter(({ because }) => because === 'together')).toHaveLength(3);
    expect(ids(chosen).filter((id) => id.startsWith('related'))).toHaveLength(9);
  });

  test('keeps three places for those that may be in no other, and one for what is unlike', () => {
    const related = many(20, () => ({ tags: ['waves', 'blue'] }));
    const claiming = ['x1', 'x2', 'x3', 'x4'].map((id, n) =>
      candidate(id, { claim: 10 + n, tags: ['blue'] }),
    );
    expect(ids(choose(subject, [...related, ...claiming])).slice(-3)).toEqual(['x4', 'x3', 'x2']);
    const unlike = candidate('unlike', { category: 'Tides' });
    const chosen = choose(subject, [...related, ...claiming, unlike], ['unlike']);
    expect(ids(chosen).slice(-3)).toEqual(['unlike', 'x4', 'x3']);
  });
});
