/** Where on the picture a finger has tapped. */
export type TapSide = 'left' | 'middle' | 'right';

/** How far a double tap, and each following tap, seeks. */
export const SEEK_SECONDS = 10;
const SECOND_TAP_MS = 350;
const NEXT_TAP_MS = 800;

export function sideOf(x: number, { left, width }: Pick<DOMRect, 'left' | 'width'>): TapSide {
  const part = (x - left) / width;
  if (part < 1 / 3) return 'left';
  return part > 2 / 3 ? 'right' : 'middle';
}

/** Counts quick successive taps at the same side. */
export class SideTaps {
  #side: TapSide = 'middle';
  #atMs = Number.NEGATIVE_INFINITY;
  #count = 0;

  /** Returns the seconds to seek: none for a first tap, or one in the middle. */
  tap(side: TapSide, atMs: number): number {
    const patienceMs = this.#count > 1 ? NEXT_TAP_MS : SECOND_TAP_MS;
    const isNext = side !== 'middle' && side === this.#side && atMs - this.#atMs <= patienceMs;
    this.#count = isNext ? this.#count + 1 : 1;
    this.#side = side;
    this.#atMs = atMs;
    return (this.#count - 1) * SEEK_SECONDS;
  }
}
