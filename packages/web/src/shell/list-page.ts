import { HOME_PAGE_SIZE, type PageSearch, type VideoListQuery } from '@vesper/contract';
import type { Browse } from '../ui/filter/browse.ts';

/** Absent means 1. Anything but a number is passed on, so that the call's error explains it. */
export function pageOf(search: PageSearch): number | string {
  const text = search.get('page');
  if (text === null) return 1;
  return /^[0-9]{1,9}$/.test(text) ? Number(text) : text;
}

/** Invalid values are passed on too. */
export function listInput(search: PageSearch, browse: Browse): VideoListQuery {
  return { page: pageOf(search), limit: HOME_PAGE_SIZE, ...(browse as VideoListQuery) };
}
