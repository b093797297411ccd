import { type ListRequest, listVideos } from '../../packages/server/src/library/videos/videos.ts';
import { CATEGORY_NAMES, titleWords } from '../catalogue/vocabulary.ts';
import { type HotRead, PAGE_SIZE, type Subject } from '../hot-reads.ts';

const LIMIT = 2;
/** The commonest words of made-up titles. */
const COMMON = titleWords();

/** Searches that read most where many videos match each word, and few all of them. */
export const searchReads: HotRead[] = [
  read('search, three common words', () => ({ search: common(3) })),
  read('search, five common words', () => ({ search: common(5) })),
  read('search, sixteen common words', () => ({ search: common(16) })),
  read('search, a common and two rare words', ({ searches }) => ({
    search: `${common(1)} ${searches.rareTitles[0]}`,
  })),
  read('search, the first letter of a word', () => ({ search: common(1).slice(0, 1) })),
  read('search, the first three letters', () => ({ search: 'sto' })),
  read('search, common word and one letter', () => ({ search: `${common(1)} c` })),
  read('search, common word, page 40', () => ({ search: common(1), page: 40 })),
];

/** Lists that no index has ready. */
export const browsedReads: HotRead[] = [
  read('search, top word, most viewed', () => ({ search: common(1), sort: 'views' })),
  read('search, two common words, longest', () => ({ search: common(2), sort: 'longest' })),
  read('search, sixteen common words, shortest', () => ({ search: common(16), sort: 'shortest' })),
  read('search, two words with every filter', ({ topTag }) => ({
    ...{ search: common(2), category: CATEGORY_NAMES[0], tag: topTag },
    ...({ duration: 'short', quality: 'hd', date: 'year', sort: 'longest' } as const),
  })),
  read('search, top word, HD, page 30', () => ({ search: common(1), quality: 'hd', page: 30 })),
  read('tag, HD', ({ topTag }) => ({ tag: topTag, quality: 'hd' })),
  read('most viewed of the year', () => ({ sort: 'views', date: 'year' })),
  read('longest of a category, page 40', () => ({
    ...({ sort: 'longest', category: CATEGORY_NAMES[0] } as const),
    page: 40,
  })),
];

function read(name: string, requestOf: (subject: Subject) => Partial<ListRequest>): HotRead {
  const ask = (subject: Subject) =>
    listVideos(subject.publicVideos, { page: 1, limit: PAGE_SIZE, ...requestOf(subject) });
  return { name, limit: LIMIT, ask };
}

function common(count: number): string {
  return COMMON.slice(0, count).join(' ');
}
