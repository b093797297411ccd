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

export interface Mention {
  /** For people: 'Open Graph', 'microdata'. */
  form: string;
  /** 4 if the source's own rules found it. */
  standing: Standing | 4;
  video: PageVideo;
  /** Set for schema.org descriptions. */
  thing?: Thing;
  /** Its film was left out: see `withoutExcerpts`. */
  isExcerpt?: boolean;
}

interface OnPage {
  page: PageAddress;
  base: string;
  names: PageNames;
}

/** More is a list. */
const MAX_MENTIONS = 100;
const MOVIE_TYPE = /^(?:movie|tvepisode|episode|tvseries|movieseries)$/;

/** Those of other pages have standing 0. */
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

/** One page at two addresses: titled like the page, or with its metas' film. */
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

/** On the page of a movie or episode. Elsewhere a trailer may be the page's subject. */
function isTrailer({ title }: PageVideo, movies: readonly Thing[]): boolean {
  return movies.length > 0 && /\b(?:trailer|teaser|clip|preview)\b/i.test(title);
}

/** A <video> inside an item gives it film and poster. */
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

/** Without backgrounds, previews in links, and players beside the content. */
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

/** Drops trailers, previews and hover clips by address, unless the page is about one. */
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
