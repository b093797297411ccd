import { createHash } from 'node:crypto';
import { HIDDEN_REASONS, type VideoProblem } from '@vesper/contract';
import type { WantedVideos } from './filter-queries.ts';

/** Matching videos have this value in these bits of `videos.traits`. */
export interface WantedTraits {
  mask: number;
  value: number;
}

const STATUSES = ['processing', 'published', 'hidden', 'removed'];
/** The first stands for none. */
const REASONS = ['', ...HIDDEN_REASONS];
const KINDS = ['hosted', 'remote', 'embed'];
const PROBLEM_BITS: Partial<Record<VideoProblem, number>> = {
  no_picture: 7,
  no_renditions: 8,
  no_duration: 9,
  files_missing: 10,
};

/** Sources and categories are hashed: other videos may match too. */
export function traitsOf({ status, reason, kind, problem, sourceId, category }: WantedVideos): WantedTraits {
  const fields: [place: number, width: number, value: number | undefined][] = [
    [0, 2, placeIn(STATUSES, status)],
    [2, 3, placeIn(REASONS, reason ?? (problem === 'gone' ? 'gone' : undefined))],
    [5, 2, placeIn(KINDS, kind)],
    [16, 16, sourceId === undefined ? undefined : hashOf(sourceId ?? '')],
    [32, 16, category === undefined ? undefined : hashOf(category)],
  ];
  const bit = problem && PROBLEM_BITS[problem];
  if (bit !== undefined) fields.push([bit, 1, 1]);
  const wanted = { mask: 0, value: 0 };
  for (const [place, width, value] of fields) {
    if (value === undefined) continue;
    // More than 32 bits, so no shifts.
    wanted.mask += (2 ** width - 1) * 2 ** place;
    wanted.value += value * 2 ** place;
  }
  return wanted;
}

/** Whether traits alone decide a filter, on an index of videos that match `about`. */
export function saysAll(wanted: WantedVideos, about: string | undefined): boolean {
  const { named, words, tag, problem, sourceId, category } = wanted;
  if (named || words || tag !== undefined) return false;
  if (problem === 'possible_duplicate' || problem === 'making_failed') return false;
  return (sourceId === undefined || about === 'source') && (category === undefined || about === 'category');
}

function placeIn(names: readonly string[], name: string | undefined): number | undefined {
  const place = names.indexOf(name ?? ' ');
  return place < 0 ? undefined : place;
}

function hashOf(text: string): number {
  return createHash('md5').update(text).digest().readUInt16BE(0);
}
