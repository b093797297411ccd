import type { VideoList } from '@vesper/contract';
import type { RefusalList } from '../refusals/index.ts';
import { parseQuery } from '../search/index.ts';
import { paginate } from './pagination.ts';

interface Asked {
  page: number;
  limit: number;
  search?: string | undefined;
  tag?: string | undefined;
  category?: string | undefined;
}

/** The first characters of a search that are always checked. */
const READ_WHOLE = 300;

/** What the site says by itself; the operator adds to it. */
const HELP =
  'This site shows nothing that involves minors or people who have not agreed to it. If somebody is in danger, call your local emergency number. If your own thoughts worry you, there are people who listen in confidence.';

/**
 * The answer to a list that is asked for by refused words: no videos, and where help is. Undefined for any other. Of a
 * long search what is looked for counts: the rest would only take time.
 */
export function refusedList(refusals: RefusalList, asked: Asked): VideoList | undefined {
  const { search = '', tag = '', category = '' } = asked;
  // Only a long one is parsed a second time.
  const end = search.length > READ_WHOLE ? Math.max(parseQuery(search).end, READ_WHOLE) : READ_WHOLE;
  const texts = [search.slice(0, end), tag, category];
  if (!texts.some((text) => text !== '' && refusals.isRefused(text))) return undefined;
  return {
    videos: [],
    pagination: paginate(asked, 0, false),
    isSearch: search.trim() !== '',
    refused: { text: [HELP, refusals.help.text].filter(Boolean).join(' '), address: refusals.help.address },
  };
}

/**
 * A search's list as it may be answered: what was searched instead, what may have been meant, and the names of categories
 * may be refused.
 */
export function allowedList(refusals: RefusalList, asked: Asked, found: VideoList): VideoList {
  const list = withoutRefusedCategories(refusals, found);
  const { searchedInstead: search, didYouMean } = list.search ?? {};
  const refused = search === undefined ? undefined : refusedList(refusals, { ...asked, search });
  if (refused) return refused;
  if (didYouMean === undefined || !refusals.isRefused(didYouMean)) return list;
  const { search: _, ...rest } = list;
  return rest;
}

function withoutRefusedCategories({ isRefused }: RefusalList, list: VideoList): VideoList {
  const { filterCounts } = list;
  if (!filterCounts?.categories) return list;
  const categories = Object.entries(filterCounts.categories).filter(([name]) => !isRefused(name));
  return { ...list, filterCounts: { ...filterCounts, categories: Object.fromEntries(categories) } };
}
