import type { Category, RelatedVideos, Video, VideoList } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { RefusedWords } from '@vesper/core/lib/text/refused-words.ts';
import { type HostAddresses, type MediaAddresses, withoutFilms } from '../media/index.ts';
import {
  COUNT_CAP,
  type Filters,
  type Found,
  type Meanings,
  type Sort,
  type SynonymsOf,
  searchVideos,
} from '../search/index.ts';
import { type BrowseRequest, browseVideos } from './lists/browse.ts';
import { paginate, sliceOf } from './lists/pagination.ts';
import {
  selectCategories,
  selectLatest,
  selectMergedInto,
  selectPublicFiles,
  selectVideo,
  selectVideoWithKeywords,
  selectVisibleIds,
  shownVideos,
  type VideoRow,
} from './queries.ts';
import { findRelated, type Related } from './related/related.ts';
import { categoryView, relatedView, videoView } from './view.ts';

/** For visitors of one host name. */
export interface PublicVideos {
  db: Db;
  addresses: HostAddresses;
  /** The domain's synonyms; undefined for none. */
  meanings?: () => Promise<Meanings>;
}

/** For the cards of a page, without the addresses of films. */
export type PublicVideosFor = (
  hostname: string,
  options?: { areCards?: boolean | undefined },
) => Promise<PublicVideos>;

interface OfDomains {
  addresses: MediaAddresses;
  domains: { nameFor(hostname: string): Promise<string> };
  synonyms: { forDomain(name: string): Promise<SynonymsOf> };
}

export function createPublicVideos(db: Db, { addresses, domains, synonyms }: OfDomains): PublicVideosFor {
  return async (hostname, { areCards = false } = {}) => {
    const all = await addresses.forHost(hostname);
    return {
      db,
      addresses: areCards ? withoutFilms(all) : all,
      meanings: async () => ({
        synonymsOf: await synonyms.forDomain(await domains.nameFor(hostname)),
      }),
    };
  };
}

/** For the delivery of files. */
export function createPublicMedia(db: Db) {
  return {
    find: (id: string) => getVideoRow(db, id),
    findPublicFiles: (videoId: string, purpose: Parameters<typeof selectPublicFiles>[2]) =>
      selectPublicFiles(db, videoId, purpose),
    findVisible: (videoIds: readonly string[]) => selectVisibleIds(db, videoIds),
  };
}

const VIDEO_PATH = '/video/';
/** Ids are UUIDs. */
const VIDEO_PATHS = new RegExp(`${VIDEO_PATH}[\\w-]+`, 'g');

/** All videos that a page's HTML links to; it links to each video that it shows. */
export function videosNamedIn(html: Buffer): Set<string> {
  // Copied: a substring would keep the whole text in memory.
  const found = html.toString('latin1').matchAll(VIDEO_PATHS);
  return new Set(
    Array.from(found, ({ 0: path, index }) =>
      html.toString('latin1', index + VIDEO_PATH.length, index + path.length),
    ),
  );
}

export interface ListRequest extends Filters {
  page: number;
  limit: number;
  search?: string | undefined;
  /** No corrections. */
  exact?: '1' | undefined;
  sort?: Sort | undefined;
}

export async function listVideos(publicVideos: PublicVideos, request: ListRequest): Promise<VideoList> {
  const { db, addresses, meanings } = publicVideos;
  const isSearch = request.search !== undefined && request.search.trim() !== '';
  const { rows, total, totalIsCapped, said, filterCounts } = isSearch
    ? await searchPage(db, request, await meanings?.())
    : await listPage(db, request);
  return {
    videos: rows.map((row) => videoView(row, addresses)),
    pagination: paginate(request, total, totalIsCapped),
    isSearch,
    ...(Object.keys(said).length > 0 ? { search: said } : {}),
    ...(filterCounts ? { filterCounts } : {}),
  };
}

/** The video, or the one that it was merged into. Throws not_found unless publicly visible. */
export async function getVideoRow(db: Db, id: string): Promise<VideoRow> {
  return (await selectVideo(db, id)) ?? getMergedInto(db, id);
}

async function getMergedInto(db: Db, id: string): Promise<VideoRow> {
  const row = await selectMergedInto(db, id);
  if (!row) throw new AppError('not_found', "The video you're looking for doesn't exist.");
  return row;
}

/** With its keyword pages. */
export async function getVideo({ db, addresses }: PublicVideos, id: string): Promise<Video> {
  const found = await selectVideoWithKeywords(db, id);
  if (!found) return videoView(await getMergedInto(db, id), addresses);
  const video = videoView(found, addresses);
  return found.keywords ? { ...video, keywords: found.keywords } : video;
}

/** A dozen videos, or all others, with what they share. Throws not_found unless the video is publicly visible. */
export async function listRelated(publicVideos: PublicVideos, id: string): Promise<RelatedVideos> {
  const { db, addresses } = publicVideos;
  const related = (await findRelated(db, id)) ?? (await relatedOfMerged(db, id));
  return related.map((one) => relatedView(one, addresses));
}

async function relatedOfMerged(db: Db, id: string): Promise<Related[]> {
  const { id: mergedInto } = await getMergedInto(db, id);
  return (await findRelated(db, mergedInto)) ?? [];
}

/** Without blocked names: a source may have used them, or the term is newer. */
export async function listCategories(db: Db, refusals: RefusedWords): Promise<Category[]> {
  const list = await refusals.get();
  return (await selectCategories(db)).filter(({ name }) => !list.isRefused(name)).map(categoryView);
}

/** Plain lists have their own indexes and counters; everything else is browsed. */
function listPage(db: Db, request: ListRequest): Promise<Found<VideoRow>> {
  const isLatest = !isFiltered(request) && (request.sort ?? 'newest') === 'newest';
  return isLatest ? latestPage(db, request) : browsedPage(db, request);
}

function searchPage(db: Db, request: ListRequest, meanings?: Meanings): Promise<Found<VideoRow>> {
  const { search: text = '', category, sort, exact } = request;
  const isExact = exact !== undefined;
  // Further pages reuse the first one's counts.
  const countsFilters = request.page === 1;
  if (isFiltered(request) || sort !== undefined)
    return browsedPage(db, request, { search: text, isExact, ...meanings, countsFilters });
  return searchVideos(db, {
    ...{ text, category, isExact, countsFilters, ...meanings },
    shown: shownVideos,
    ...sliceOf(request, COUNT_CAP),
  });
}

function isFiltered({ tag, duration, quality, date }: ListRequest): boolean {
  return tag !== undefined || Boolean(duration || quality || date);
}

function browsedPage(db: Db, request: ListRequest, search: SearchOf = {}): Promise<Found<VideoRow>> {
  const { sort, category, tag, duration, quality, date } = request;
  const filters = { category, tag, duration, quality, date };
  return browseVideos(db, { filters, sort, ...search, ...sliceOf(request, COUNT_CAP) });
}

type SearchOf = Pick<BrowseRequest, 'search' | 'isExact' | 'countsFilters' | keyof Meanings>;

async function latestPage(db: Db, request: ListRequest): Promise<Found<VideoRow>> {
  const page = await selectLatest(db, { category: request.category, ...sliceOf(request) });
  return { ...page, totalIsCapped: false, said: {} };
}
