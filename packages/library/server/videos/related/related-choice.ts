import { isSmallWord, joinedPairs, languageOf, phrasesOf, UNSPACED } from '../../search/index.ts';
import type { Candidate, RelatedSubject } from './related-candidate-queries.ts';

export const RELATED_COUNT = 12;
/** Spares for when a shown one is taken down. */
const RESERVE = 2;
export const STORED_COUNT = RELATED_COUNT + RESERVE;
/** For videos that may be in no other list. */
const KEPT_PLACES = 3;
/** Of the shown places, while others also share something. */
const MOST_OF_SOURCE = 8;
const MOST_OF_TAG = 9;
/** Browsers' reports can be forged, so alone they fill few places. */
const MOST_TOGETHER_ALONE = 3;

const TITLE_WEIGHT = 8;
const TEXT_WEIGHT = 4;
const TOGETHER_WEIGHT = 2;
const SAME_CATEGORY = 4;
/** In another category a tag often means something else. */
const OTHER_CATEGORY = 0.5;
const FRESHNESS = 1.5;
const FRESH_DAYS = 30;
const DAY_MS = 86_400_000;
/** The shortest word named as a reason; Hangul and unspaced scripts are denser. */
const TOLD_LENGTH = 4;
const TOLD_CHARACTERS = 2;
const HANGUL = /\p{Script=Hangul}/u;
const TOLD_WORDS = 2;
const MOST_TOLD_PAIRS = 11;

export interface Choice {
  subject: RelatedSubject;
  /** Logarithms of the rarity of the subject's tags. */
  weights: ReadonlyMap<string, number>;
  /** Freshness is relative to the newest video, not to the clock: results are repeatable. */
  newestAt: Date;
  candidates: readonly Candidate[];
  /** Ids with a place for being unlike the others. */
  unlike?: readonly string[];
}

/** The tag, the words, 'together', 'category', or '' if nothing is shared. */
export type Because = `tag ${string}` | `words ${string}` | 'together' | 'category' | '';

export interface Chosen {
  id: string;
  because: Because;
}

interface Scored extends Chosen {
  score: number;
  claim: number;
  sourceId: string | null;
}

/** Shown ones first: the best, varied by source and tag, then kept places. Scores add tags, words, pairs, freshness. */
export function chooseRelated(choice: Choice): Chosen[] {
  const scored = scoreAll(choice).sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
  const best = varied(scored);
  const first = best.slice(0, RELATED_COUNT - KEPT_PLACES);
  const unlike = scored.filter(({ id }) => choice.unlike?.includes(id));
  const claiming = scored
    .filter((one) => one.claim > 0)
    .sort((a, b) => b.claim - a.claim || b.score - a.score || (a.id < b.id ? -1 : 1));
  const kept = [...unlike, ...claiming.filter((one) => !unlike.includes(one))]
    .filter((one) => !first.includes(one))
    .slice(0, KEPT_PLACES);
  const rest = best.filter((one) => !first.includes(one) && !kept.includes(one));
  const others = rest.slice(0, KEPT_PLACES - kept.length);
  const chosen = [...first, ...others, ...kept, ...rest.slice(others.length)];
  return chosen.slice(0, STORED_COUNT).map(({ id, because }) => ({ id, because }));
}

/** Limits one source, one tag, and pairs alone; if too few videos are left, limits are dropped in this order. */
function varied(scored: readonly Scored[]): Scored[] {
  const counts = new Map<string, number>();
  const isWithin = (key: string, most: number) => (counts.get(key) ?? 0) < most;
  const limits = [
    (one: Scored) => isWithin(sourceKey(one), MOST_OF_SOURCE),
    ({ because }: Scored) => because === 'together' || because === '' || isWithin(because, MOST_OF_TAG),
    ({ because }: Scored) => because !== 'together' || isWithin(because, MOST_TOGETHER_ALONE),
  ];
  const chosen = new Set<Scored>();
  for (let given = 0; given <= limits.length; given += 1)
    for (const one of scored) {
      if (chosen.has(one) || !limits.slice(given).every((fits) => fits(one))) continue;
      chosen.add(one);
      for (const key of [sourceKey(one), one.because]) counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  return [...chosen];
}

function sourceKey({ sourceId }: Scored): string {
  return `source ${sourceId}`;
}

function scoreAll({ subject, weights, newestAt, candidates }: Choice): Scored[] {
  const others = candidates
    .filter(({ id }) => id !== subject.id)
    .map((video) => ({ video, ...wordsOf(video) }));
  const own = wordsOf(subject);
  const rarity = raritiesOf(own.all, others);
  const written = writtenWords(subject);
  const language = languageOf(subject);
  const isTold = (word: string) => !isSmallWord(written.get(word) ?? word, language);
  return others.map(({ video, title, all }) => {
    const tags = sharedTags(video, weights);
    const inTitle = TITLE_WEIGHT * overlap(own.title, title, rarity);
    const shared = [...own.all].filter((word) => all.has(word));
    const inText = TEXT_WEIGHT * shareOf(shared, own.all, rarity);
    const parts = {
      tags:
        (video.category === subject.category ? 1 : OTHER_CATEGORY) *
        tags.reduce((sum, { weight }) => sum + weight, 0),
      words: inTitle + inText,
      together: TOGETHER_WEIGHT * Math.log1p(video.networks),
    };
    const isSameCategory = video.category === subject.category;
    const ageDays = Math.max(0, newestAt.getTime() - video.publishedAt.getTime()) / DAY_MS;
    const fresh = FRESHNESS * Math.exp(-ageDays / FRESH_DAYS);
    return {
      id: video.id,
      score: parts.tags + parts.words + parts.together + (isSameCategory ? SAME_CATEGORY : 0) + fresh,
      because: reasonOf(parts, {
        tag: tags[0]?.tag,
        words: toldWords(shared.filter(isTold), rarity).map((run) =>
          joinedPairs(run.map((one) => written.get(one) ?? one)),
        ),
        isSameCategory,
      }),
      claim: video.claim,
      sourceId: video.sourceId,
    };
  });
}

/** The strongest reason that can be named. */
function reasonOf(
  parts: { tags: number; words: number; together: number },
  told: { tag: string | undefined; words: string[]; isSameCategory: boolean },
): Because {
  const reasons: [number, Because][] = [];
  if (told.tag !== undefined) reasons.push([parts.tags, `tag ${told.tag}`]);
  if (told.words.length > 0) reasons.push([parts.words, `words ${told.words.join(' ')}`]);
  if (parts.together > 0) reasons.push([parts.together, 'together']);
  const [strongest] = reasons.sort(([a], [b]) => b - a);
  return strongest?.[1] ?? (told.isSameCategory ? 'category' : '');
}

/** Weighted ones, the rarest first. */
function sharedTags(
  video: Candidate,
  weights: ReadonlyMap<string, number>,
): { tag: string; weight: number }[] {
  return [...new Set(video.tags.map((tag) => tag.toLowerCase()))]
    .flatMap((tag) => {
      const weight = weights.get(tag);
      return weight === undefined ? [] : [{ tag, weight }];
    })
    .sort((a, b) => b.weight - a.weight || (a.tag < b.tag ? -1 : 1));
}

interface Words {
  title: Set<string>;
  /** Title and description. */
  all: Set<string>;
}

function wordsOf({ title, description }: RelatedSubject): Words {
  const inTitle = phrasesOf(title).flat();
  return { title: new Set(inTitle), all: new Set([...inTitle, ...phrasesOf(description).flat()]) };
}

/** Rarity among the candidates: common words weigh next to nothing. */
function raritiesOf(words: ReadonlySet<string>, others: readonly Words[]): Map<string, number> {
  return new Map(
    [...words].map((word) => {
      const having = others.filter(({ all }) => all.has(word)).length;
      return [word, Math.log((others.length + 2) / (having + 1))];
    }),
  );
}

/** The weight of shared words, 0 to 1. Words only in `other` count as the rarest. */
function overlap(
  own: ReadonlySet<string>,
  other: ReadonlySet<string>,
  rarity: ReadonlyMap<string, number>,
): number {
  const most = Math.max(0, ...rarity.values());
  const weightOf = (word: string) => rarity.get(word) ?? most;
  const sum = (words: Iterable<string>) => [...words].reduce((total, word) => total + weightOf(word), 0);
  const all = sum(new Set([...own, ...other]));
  return all === 0 ? 0 : sum([...own].filter((word) => other.has(word))) / all;
}

function shareOf(
  shared: readonly string[],
  own: ReadonlySet<string>,
  rarity: ReadonlyMap<string, number>,
): number {
  const sum = (words: Iterable<string>) =>
    [...words].reduce((total, word) => total + (rarity.get(word) ?? 0), 0);
  const all = sum(own);
  return all === 0 ? 0 : sum(shared) / all;
}

/** The rarest shared words, in the subject's order; neighbouring bigrams form runs. */
function toldWords(shared: readonly string[], rarity: ReadonlyMap<string, number>): string[][] {
  const runs: string[][] = [];
  for (const word of shared) {
    const last = runs.at(-1);
    if (last && last.length < MOST_TOLD_PAIRS && goesOn(last.at(-1) ?? '', word)) last.push(word);
    else runs.push([word]);
  }
  const longEnough = runs.filter(([word = '']) => {
    const isDense = UNSPACED.test(word) || HANGUL.test(word);
    return [...word].length >= (isDense ? TOLD_CHARACTERS : TOLD_LENGTH);
  });
  const rarityOf = (run: readonly string[]) => Math.max(...run.map((word) => rarity.get(word) ?? 0));
  const rarest = longEnough
    .toSorted((a, b) => rarityOf(b) - rarityOf(a) || (a.join() < b.join() ? -1 : 1))
    .slice(0, TOLD_WORDS);
  return longEnough.filter((run) => rarest.includes(run));
}

function goesOn(pair: string, next: string): boolean {
  return UNSPACED.test(next) && UNSPACED.test(pair) && [...next][0] === [...pair].at(-1);
}

/** Folded words to the subject's own spelling. */
function writtenWords({ title, description }: RelatedSubject): Map<string, string> {
  const written = new Map<string, string>();
  for (const run of `${title} ${description}`.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [])
    for (const piece of UNSPACED.test(run) ? pairsIn([...run]) : [run]) {
      const word = phrasesOf(piece)[0]?.[0];
      if (word !== undefined && !written.has(word)) written.set(word, piece);
    }
  return written;
}

function pairsIn(characters: readonly string[]): string[] {
  return characters.slice(1).map((character, n) => `${characters[n]}${character}`);
}
