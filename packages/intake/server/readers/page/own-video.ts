import type { PageAddress } from './page-address.ts';
import type { PageData } from './page-data.ts';
import { areAlike, namesOf, type PageNames } from './page-names.ts';
import { RULES_FORM } from './page-rules.ts';
import { type CompletedVideo, completed, type PageVideo } from './page-video.ts';
import type { Thing } from './thing.ts';
import type { Standings } from './thing-standing.ts';
import { elementMentions, type Mention, metaMentions, thingMentions } from './video-mentions.ts';

export interface OwnVideo {
  /** Completed from all mentions of it; without film or player if the page names none. */
  video: CompletedVideo | undefined;
  /** Videos equally likely to be the page's: then none is taken. */
  contenders: number;
  /** Videos of another page, or in a list. */
  others: number;
  /** A trailer or preview was left out, judged by its address. */
  hasExcerpt: boolean;
  parts: readonly Mention[];
}

interface FoundOnPage {
  things: readonly Thing[];
  standings: Standings;
  page: PageAddress;
  base: string;
  ruled?: PageVideo | undefined;
}

type Group = readonly Mention[];

/** Comparisons are pairwise. */
const MAX_COMPARED = 60;

/** Completes it from mentions of the same video. Takes none if two are equally likely. */
export function findOwnVideo(
  data: PageData,
  { things, standings, page, base, ruled }: FoundOnPage,
): OwnVideo {
  const byRules = mentionsByRules(ruled);
  const names = namesOf(data, base, [ruled?.title ?? '']);
  const metas = metaMentions(data, { page, base, names });
  const described = thingMentions(things, { data, standings, page, base, metas, names });
  const played = elementMentions(data, { page, base, names });
  const elements = played.filter((element) => hasMedia([element]));
  const found = described.filter(({ standing }) => standing > 0).slice(0, MAX_COMPARED);
  const usable = [...byRules, ...found, ...metas];
  const groups = groupsOf(usable).filter((group) => group.some(isContender));
  const best = bestOf(groups, { names, elements });
  const others = described.filter(({ standing }) => standing === 0).length;
  const hasExcerpt = [...described, ...metas, ...played].some(({ isExcerpt }) => isExcerpt);
  const contenders = best.length > 1 ? best.length : groups.length === 0 ? elements.length : 0;
  if (contenders > 1 && elements.length !== 1)
    return { video: undefined, contenders, others, hasExcerpt, parts: [] };
  const parts = best.length > 1 ? elements : withElement(best[0] ?? [], { groups, elements, names });
  const words = wordsFor(parts, metas);
  return { video: completed([...parts, ...words]), contenders: 0, others, hasExcerpt, parts };
}

/** More certain than anything the page says, if they name its video. */
function mentionsByRules(ruled: PageVideo | undefined): Mention[] {
  if (!ruled || (ruled.title === '' && ruled.films.length === 0)) return [];
  return [{ form: RULES_FORM, standing: BY_RULES, video: ruled }];
}

const BY_RULES = 4;

function isContender({ thing, video }: Mention): boolean {
  return (thing !== undefined && video.title !== '') || hasMedia([{ video }]);
}

export function hasMedia(mentions: readonly Pick<Mention, 'video'>[]): boolean {
  return mentions.some(({ video }) => video.films.length > 0 || video.embedUrl !== undefined);
}

/** One group per video, the most exact first. */
function groupsOf(mentions: readonly Mention[]): Group[] {
  const shared = sharedPictures(mentions);
  const groups: Mention[][] = [];
  for (const mention of mentions) {
    const joined = groups.filter((group) => group.some((one) => isSameVideo(one, mention, shared)));
    for (const group of joined) groups.splice(groups.indexOf(group), 1);
    groups.push([...joined.flat(), mention]);
  }
  return groups.map((group) => group.toSorted((one, other) => precision(other) - precision(one)));
}

/** Things are more exact than metas. */
function precision({ thing, standing }: Mention): number {
  return (thing ? 10 : 0) + standing;
}

function standingOfGroup(group: Group): number {
  return Math.max(0, ...group.map(({ standing }) => standing));
}

/** Pictures of several titles, such as a logo, identify nothing. */
function sharedPictures(mentions: readonly Mention[]): ReadonlySet<string> {
  const titles = new Map<string, string>();
  const shared = new Set<string>();
  for (const mention of mentions) {
    const { title, thumbnailUrl } = mention.video;
    if (thumbnailUrl === undefined || title === '' || !isContender(mention)) continue;
    const known = titles.get(thumbnailUrl);
    if (known === undefined) titles.set(thumbnailUrl, title);
    else if (!areAlike(known, title)) shared.add(thumbnailUrl);
  }
  return shared;
}

function isSameVideo(one: Mention, other: Mention, shared: ReadonlySet<string>): boolean {
  if (one.video.films.some(({ url }) => other.video.films.some((film) => film.url === url))) return true;
  if (isOwner(one, other) || isOwner(other, one)) return true;
  const [a, b] = [one.video, other.video];
  const hasOneMeta = !one.thing || !other.thing;
  const picture = a.thumbnailUrl === b.thumbnailUrl ? a.thumbnailUrl : undefined;
  if (hasOneMeta && picture !== undefined && !shared.has(picture)) return true;
  if (a.title !== '' && b.title !== '') return areAlike(a.title, b.title);
  if (!one.thing && !other.thing) return true;
  const isSameId = one.thing?.id !== undefined && one.thing.id === other.thing?.id;
  return isSameId || (a.embedUrl !== undefined && a.embedUrl === b.embedUrl);
}

function isOwner({ thing }: Mention, { thing: owned }: Mention): boolean {
  return thing !== undefined && (owned?.owners.some((owner) => owner.thing === thing) ?? false);
}

/** The most likely group; several in a tie. */
function bestOf(
  groups: readonly Group[],
  { names, elements }: { names: PageNames; elements: readonly Mention[] },
): Group[] {
  const ranks = groups.map((group) => rankOf(group, { names, elements }));
  const highest = Math.max(...ranks);
  return groups.filter((_, nth) => ranks[nth] === highest);
}

function rankOf(
  group: Group,
  { names, elements }: { names: PageNames; elements: readonly Mention[] },
): number {
  const standing = standingOfGroup(group);
  const isCalledSo = group.some(({ video }) => names.has(video.title));
  const isPlayed = elements.some((element) => group.some((one) => isPlayedBy(one, element)));
  return standing * 4 + (isCalledSo ? 2 : 0) + (isPlayed ? 1 : 0);
}

function isPlayedBy({ video }: Mention, { video: element }: Mention): boolean {
  const isFilm = video.films.some(({ url }) => element.films.some((film) => film.url === url));
  return isFilm || (element.thumbnailUrl !== undefined && element.thumbnailUrl === video.thumbnailUrl);
}

/**
 * Adds the page's only player and its metas' film to a video that is surely the page's, or takes it alone. Beside
 * other videos, a player shows one of them or none.
 */
function withElement(
  own: Group,
  { groups, elements, names }: { groups: readonly Group[]; elements: readonly Mention[]; names: PageNames },
): Group {
  const played = elements.filter((element) => own.some((one) => isPlayedBy(one, element)));
  const only = elements.length === 1 ? elements : [];
  const isSure = standingOfGroup(own) >= 2 || own.some(({ video }) => names.has(video.title));
  // The page plays something other than its metas describe.
  if (hasMedia(own) && !isSure && played.length === 0 && only.length === 1 && names.all.length > 0)
    return only;
  if (hasMedia(own)) return [...own, ...(played.length > 0 ? played : groups.length === 1 ? only : [])];
  const byMetas = groups.find((group) => group !== own && hasMedia(group.filter(({ thing }) => !thing)));
  if (byMetas) return byMetas;
  if (played.length > 0) return [...own, ...played];
  return isSure || only.length === 0 ? [...own, ...only] : only;
}

/** A video without a name takes the page's words; one with a name only those of the same name. */
function wordsFor(parts: Group, metas: readonly Mention[]): Mention[] {
  const title = parts.find(({ video }) => video.title !== '')?.video.title;
  return metas
    .filter((meta) => !parts.includes(meta))
    .filter(({ video }) => title === undefined || areAlike(video.title, title))
    .map(({ video: { embedUrl: _player, ...video }, ...meta }) => ({
      ...meta,
      video: { ...video, films: [] },
    }));
}
