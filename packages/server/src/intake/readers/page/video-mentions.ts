import { cleanAddress } from '../clean-text.ts';
import type { FilmElement } from './film-elements.ts';
import { metaOf, readOpenGraph, readPlainWords, readTwitterCard } from './open-graph-video.ts';
import type { PageAddress } from './page-address.ts';
import type { PageData } from './page-data.ts';
import { namesOf, type PageNames } from './page-names.ts';
import { filmAddress, type PageVideo } from './page-video.ts';
import { videoOfThing } from './schema-org-video.ts';
import type { Thing } from './thing.ts';
import { isOfOthers, isVideo, type Standing, type Standings } from './thing-standing.ts';

/** One description of a video on a page. */
export interface Mention {
  /** Where it stands, as people call it: 'Open Graph', 'microdata'. */
  form: string;
  /** As of a thing; 4 if the source's own rules found it. */
  standing: Standing | 4;
  video: PageVideo;
  /** Where it was described in the vocabulary of schema.org. */
  thing?: Thing;
  /** It named a film that was left out: see `withoutExcerpts`. */
  isExcerpt?: boolean;
}

interface OnPage {
  page: PageAddress;
  base: string;
  names: PageNames;
}

/** More of them is a list. */
const MAX_MENTIONS = 100;
const MOVIE_TYPE = /^(?:movie|tvepisode|episode|tvseries|movieseries)$/;

/** The videos that a page describes as things; those of other pages have the standing 0. */
export function thingMentions(
  things: readonly Thing[],
  {
    data,
    standings,
    page,
    base,
    metas,
    names,
  }: OnPage & { data: PageData; standings: Standings; metas: readonly Mention[] },
): Mention[] {
  const movies = things.filter(({ types }) => [...types].some((type) => MOVIE_TYPE.test(type)));
  const called = namesOf(data, base, [...names.all, ...metas.map(({ video }) => video.title)]);
  return things
    .filter(isVideo)
    .toSorted((one, other) => standings.of(other) - standings.of(one))
    .slice(0, MAX_MENTIONS)
    .map((thing) => {
      const video = withElements(videoOfThing(thing, base), thing, { data, base });
      const films = video.films.filter(({ url }) => page.name(url) !== 'this');
      const known = standings.of(thing);
      const isOthers =
        isTrailer(video, movies.includes(thing) ? [] : movies) || (known < 3 && names.isSite(video.title));
      const standing = isOthers ? 0 : known;
      const described = withoutExcerpts({ ...video, films }, names);
      const mention = { form: thing.form, standing, thing, ...described };
      return isPagesAfterAll(mention, { standings, names: called, metas })
        ? { ...mention, standing: 1 as const }
        : mention;
    });
}

/** It names another address, but is called like the page, or is the film of its metas: one page at two addresses. */
function isPagesAfterAll(
  { thing, standing, video }: Mention & { thing: Thing },
  { standings, names, metas }: { standings: Standings; names: PageNames; metas: readonly Mention[] },
): boolean {
  if (standing !== 0 || isOfOthers(thing) || !standings.namesOtherPage(thing)) return false;
  const isFilm = metas.some((meta) =>
    meta.video.films.some(({ url }) => video.films.some((film) => film.url === url)),
  );
  return isFilm || (names.has(video.title) && !names.isSite(video.title));
}

/** On the page of a movie or an episode. Elsewhere a trailer may be what the page is about. */
function isTrailer({ title }: PageVideo, movies: readonly Thing[]): boolean {
  return movies.length > 0 && /\b(?:trailer|teaser|clip|preview)\b/i.test(title);
}

/** The film and the poster of a <video> that stands inside an item are the item's. */
function withElements(
  video: PageVideo,
  { item }: Thing,
  { data, base }: { data: PageData; base: string },
): PageVideo {
  const inside = item ? data.films.filter((element) => element.item === item) : [];
  if (inside.length === 0) return video;
  const elements = inside.map((element) => videoOfElement(element, base));
  const thumbnailUrl = video.thumbnailUrl ?? elements[0]?.thumbnailUrl;
  const films = [...video.films, ...elements.flatMap((element) => element.films)];
  return { ...video, films, ...(thumbnailUrl && { thumbnailUrl }) };
}

/** What the page's metas say of it and its video. */
export function metaMentions(data: PageData, { page, base, names }: OnPage): Mention[] {
  const openGraph = readOpenGraph(data, base);
  const about = page.name(metaOf(data, 'og:url'));
  const isOurs = ({ title }: PageVideo) =>
    about === 'this' || (!names.isSite(title) && (about !== 'other' || names.has(openGraph.title)));
  const card = readTwitterCard(data, base);
  const named = { ...card, title: card.title || openGraph.title };
  const forms = [
    ...(isOurs(openGraph) ? [{ form: 'Open Graph', video: openGraph }] : []),
    ...(names.isSite(named.title) && about !== 'this' ? [] : [{ form: 'Twitter card', video: named }]),
    { form: 'the page', video: readPlainWords(data) },
  ];
  return forms.map(({ form, video }) => ({ form, standing: 2, ...withoutExcerpts(video, names) }));
}

/** The players in the page's own content, without backgrounds, previews in links, and what stands beside it. */
export function elementMentions(data: PageData, { page, base, names }: OnPage): Mention[] {
  return data.films
    .filter(({ place, isDecoration, item }) => !place.isAside && !isDecoration && item === undefined)
    .filter(
      ({ place }) =>
        place.link === undefined || page.name(place.link) === 'this' || isFilmLink(place.link, base),
    )
    .map((element) => withoutExcerpts(videoOfElement(element, base), names))
    .filter(({ video, isExcerpt }) => video.films.length > 0 || isExcerpt)
    .map((described) => ({ form: 'video element', standing: 1 as const, ...described }));
}

/** Trailers, previews and what plays in thumbnails, by their address, unless the page is about such a thing. */
function withoutExcerpts(video: PageVideo, names: PageNames): Pick<Mention, 'video' | 'isExcerpt'> {
  const isWanted = [video.title, ...names.all].some((name) => EXCERPT.test(name));
  const films = isWanted ? video.films : video.films.filter(({ url }) => !isExcerpt(url));
  return films.length === video.films.length ? { video } : { video: { ...video, films }, isExcerpt: true };
}

function isExcerpt(url: string): boolean {
  return new URL(url).pathname
    .split('/')
    .slice(-3)
    .some((part) => EXCERPT.test(part.replaceAll('_', ' ')));
}

const EXCERPT = /\b(?:trailer|teaser|preview|pre-?roll|promo|thumb(?:nail)?)s?\b/i;

function isFilmLink(link: string, base: string): boolean {
  return filmAddress(link, base) !== undefined && /\.(?:mp4|m4v|webm|mov)(?:$|[?#])/i.test(link);
}

function videoOfElement({ films, poster }: FilmElement, base: string): PageVideo {
  const thumbnailUrl = cleanAddress(poster, base);
  return {
    ...{ title: '', description: '', tags: [] },
    films: films.flatMap(({ address, type }) => filmAddress(address, base, type) ?? []),
    ...(thumbnailUrl && { thumbnailUrl }),
  };
}
