import type { DATE_FILTERS, QUALITY_FILTERS, Video, VideoListQuery } from '@vesper/contract';
import { NEWEST_MS } from './catalogue.ts';

const DAY_MS = 86_400_000;
const HEIGHTS: Record<(typeof QUALITY_FILTERS)[number], number> = { hd: 720, fullhd: 1080, '4k': 2160 };
const DAYS: Record<(typeof DATE_FILTERS)[number], number> = { today: 1, week: 7, month: 30, year: 365 };
const ORDERS: Record<NonNullable<VideoListQuery['sort']>, (one: Video, other: Video) => number> = {
  newest: (one, other) => Date.parse(other.publishedAt) - Date.parse(one.publishedAt),
  views: (one, other) => other.views - one.views,
  longest: (one, other) => other.duration - one.duration,
  shortest: (one, other) => one.duration - other.duration,
};

/** As the contract describes each filter. */
export function findVideos(videos: Video[], query: VideoListQuery): Video[] {
  const { category, tag, duration, quality, date, sort } = query;
  const word = query.search?.trim().toLowerCase() ?? '';
  const found = videos.filter(
    (video) =>
      (!category || video.category === category) &&
      (!tag || video.tags.includes(tag)) &&
      (!duration || lengthOf(video) === duration) &&
      (!quality || (video.height ?? 0) >= HEIGHTS[quality]) &&
      (!date || Date.parse(video.publishedAt) > NEWEST_MS - DAYS[date] * DAY_MS) &&
      (!word || [video.title, ...video.tags].some((text) => text.toLowerCase().includes(word))),
  );
  return sort ? found.toSorted(ORDERS[sort]) : found;
}

function lengthOf({ duration }: Video): VideoListQuery['duration'] {
  if (duration <= 0) return undefined;
  if (duration < 300) return 'short';
  return duration <= 1200 ? 'medium' : 'long';
}
