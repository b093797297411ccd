import { type RefObject, useEffect, useState } from 'react';
import { obey } from './use-hotkeys.ts';

/** How far the taps at a side have seeked. */
export interface SideSeek {
  side: 'left' | 'right';
  seconds: number;
}

const HINT_MS = 900;
/** A touch that moved further or lasted longer is not a tap. */
const STILL_PX = 12;
const SHORT_MS = 500;

/** Returns what to show of a seek, for a moment. */
export function useSideTaps(player: RefObject<HTMLElement | null>): SideSeek | undefined {
  const [shown, setShown] = useState<SideSeek>();

  useEffect(() => {
    const root = player.current;
    if (!root) return;
    const listening = new AbortController();
    const options = { signal: listening.signal, capture: true };
    const taps = new SideTaps();
    let down: PointerEvent | undefined;
    const press = (event: PointerEvent) => {
      down = event;
    };
    const lift = (event: PointerEvent) => {
      const picture = pictureOf(event);
      if (!picture || !down || !isTap(down, event)) return;
      const side = sideOf(event.clientX, picture.controller.getBoundingClientRect());
      const seconds = taps.tap(side, event.timeStamp);
      if (side === 'middle' || seconds === 0) return;
      // A single tap toggles the controls; double taps must not.
      event.stopPropagation();
      const step = side === 'left' ? -SEEK_SECONDS : SEEK_SECONDS;
      obey({ name: 'seek-by', seconds: step }, picture.video, picture.controller);
      setShown({ side, seconds });
    };
    // Two taps also make a double click, which would enter full screen.
    const endDoubleTap = (event: MouseEvent) => down?.pointerType === 'touch' && event.stopPropagation();
    root.addEventListener('pointerdown', press, options);
    root.addEventListener('pointerup', lift, options);
    root.addEventListener('dblclick', endDoubleTap, options);
    return () => listening.abort();
  }, [player]);

  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => setShown(undefined), HINT_MS);
    return () => clearTimeout(timer);
  }, [shown]);

  return shown;
}

/** Undefined for its controls, and for a mouse. */
function pictureOf(event: PointerEvent) {
  if (event.pointerType !== 'touch' || !event.isPrimary || !(event.target instanceof HTMLElement))
    return undefined;
  if (!event.target.matches('video, media-controller')) return undefined;
  const controller = event.target.closest<HTMLElement>('media-controller');
  const video = controller?.querySelector('video');
  return controller && video ? { controller, video } : undefined;
}

function isTap(down: PointerEvent, up: PointerEvent): boolean {
  const moved = Math.hypot(up.clientX - down.clientX, up.clientY - down.clientY);
  return down.pointerId === up.pointerId && moved <= STILL_PX && up.timeStamp - down.timeStamp <= SHORT_MS;
}

export type TapSide = 'left' | 'middle' | 'right';

/** Per tap after the first. */
const SEEK_SECONDS = 10;
const SECOND_TAP_MS = 350;
const NEXT_TAP_MS = 800;

export function sideOf(x: number, { left, width }: Pick<DOMRect, 'left' | 'width'>): TapSide {
  const part = (x - left) / width;
  if (part < 1 / 3) return 'left';
  return part > 2 / 3 ? 'right' : 'middle';
}

export class SideTaps {
  #side: TapSide = 'middle';
  #atMs = Number.NEGATIVE_INFINITY;
  #count = 0;

  /** Returns the seconds to seek; none for a first tap, or one in the middle. */
  tap(side: TapSide, atMs: number): number {
    const patienceMs = this.#count > 1 ? NEXT_TAP_MS : SECOND_TAP_MS;
    const isNext = side !== 'middle' && side === this.#side && atMs - this.#atMs <= patienceMs;
    this.#count = isNext ? this.#count + 1 : 1;
    this.#side = side;
    this.#atMs = atMs;
    return (this.#count - 1) * SEEK_SECONDS;
  }
}
