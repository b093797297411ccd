import { createHash } from 'node:crypto';
import { isHeldOut, type JudgedVideo, readSubjects } from './read-judged.ts';

const ONE_IN = 4;

/** One in four videos of the development or the held-out half, without those that have no clear subject. */
export function relatedSample(videos: readonly JudgedVideo[], heldOut: boolean): JudgedVideo[] {
  return videos.filter(
    ({ id, subject }) =>
      subject !== 'trap' &&
      isHeldOut(id) === heldOut &&
      (createHash('sha256').update(id).digest()[1] ?? 0) % ONE_IN === 0,
  );
}

/** The share of a list's videos with the same or a related subject; 0 for an empty list. */
export function sharePrecise(
  video: JudgedVideo,
  list: readonly string[],
  videos: readonly JudgedVideo[],
): number {
  const subjects = new Map(videos.map(({ id, subject }) => [id, subject]));
  const fitting = new Set([video.subject, ...(readSubjects().get(video.subject)?.near ?? [])]);
  const precise = list.filter((id) => fitting.has(subjects.get(id) ?? ''));
  return list.length === 0 ? 0 : precise.length / list.length;
}
