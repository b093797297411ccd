import type { VideoList } from '@vesper/contract';
import type { RefusalList } from '../refusals/index.ts';
import { parseQuery } from '../search/index.ts';
import { paginate } from './lists/pagination.ts';

interface Asked {
  page: number;
  limit: number;
  search?: string | undefined;
  tag?: string | undefined;
  category?: string | undefined;
}

/** Always checked. */
const READ_WHOLE = 300;
/** A search without a minus excludes nothing. */
const MAY_EXCLUDE = /\s[\p{Pd}\u2212]/u;

/** The operator may add to it. */
const HELP =
  'This site shows nothing that involves minors or people who have not agreed to it. If somebody is in danger, call your local emergency number. If your own thoughts worry you, there are people who listen in confidence.';

/** The answer to blocked words: no videos, and where to find help. Undefined for allowed ones. */
export function refusedList(refusals: RefusalList, asked: Asked): VideoList | undefined {
  const { search = '', tag = '', category = '' } = asked;
  const texts = [...searchTexts(search), tag, category];
  if (!texts.some((text) => text !== '' && refusals.isRefused(text))) return undefined;
  return {
    videos: [],
    pagination: paginate(asked, 0, false),
    isSearch: search.trim() !== '',
    refused: { text: [HELP, refusals.help.text].filter(Boolean).join(' '), address: refusals.help.address },
  };
}

/** The search as typed, and its required words without exclusions between them. */
function searchTexts(search: string): string[] {
  if (search.length <= READ_WHOLE && !MAY_EXCLUDE.test(search)) return [search];
  const { required, excluded, end } = parseQuery(search);
  const typed = search.slice(0, Math.max(end, READ_WHOLE));
  return excluded.length > 0 ? [typed, required.map((part) => part.typed).join(' ')] : [typed];
}

/** Corrections, suggestions and category names may be blocked too. */
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
