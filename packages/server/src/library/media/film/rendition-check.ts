import type { Fragments } from './fragments.ts';
import type { RenditionPlan } from './rendition-plan.ts';
import type { PictureStreamMade, SoundStreamMade } from './stream-playlists.ts';

export interface MadeStreams {
  /** From low to high. */
  pictures: PictureStreamMade[];
  sound: SoundStreamMade | undefined;
}

/** How much shorter or longer than the film a stream may be, in seconds. */
const LENGTH_TOLERANCE = 0.5;

/** The first thing that is wrong with what was made, as a sentence; undefined where all is well. */
export function faultOf({ pictures, sound }: MadeStreams, plan: RenditionPlan): string | undefined {
  const frame = 1 / plan.frameRate;
  for (const { rung, fragments } of pictures) {
    const fault = lengthFault(`The rendition of ${rung} pixels`, fragments, plan.end - plan.start);
    if (fault) return fault;
    const first = pictures[0]?.fragments ?? fragments;
    if (!areCutAlike(fragments, first, frame)) {
      return `The renditions of ${pictures[0]?.rung} and ${rung} pixels are not cut at the same times.`;
    }
  }
  return sound && plan.sound && lengthFault('The sound', sound.fragments, plan.sound.end);
}

function lengthFault(what: string, { segments }: Fragments, wanted: number): string | undefined {
  if (segments.some(({ seconds }) => !(seconds > 0))) return `${what} has a segment without any length.`;
  const seconds = segments.reduce((total, one) => total + one.seconds, 0);
  if (Math.abs(seconds - wanted) <= LENGTH_TOLERANCE) return undefined;
  return `${what} has come out ${seconds.toFixed(1)} seconds long, and the film is ${wanted.toFixed(1)}.`;
}

function areCutAlike(one: Fragments, other: Fragments, tolerance: number): boolean {
  return (
    one.segments.length === other.segments.length &&
    one.segments.every(({ start }, i) => Math.abs(start - (other.segments[i]?.start ?? -1)) < tolerance)
  );
}
