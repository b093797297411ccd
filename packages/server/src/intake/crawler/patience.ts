import { setTimeout as sleep } from 'node:timers/promises';
import { canonicalAddress } from '../../kernel/lib/text/canonical-address.ts';
import type { ReadTimes } from '../manners/index.ts';
import type { NamedFile, Patience } from '../readers/index.ts';

/** The pauses before a file is asked for a second, third... time; a host's own pause comes on top. */
const AGAIN_MS = [0, 5_000, 30_000, 120_000];
/** A run does not wait longer than this for one pause, nor than this for all pauses of a source. */
const LONGEST_PAUSE_MS = 90 * 60_000;
const LONGEST_WAITING_MS = 4 * 60 * 60_000;
const SHORTEST_MS = 50;
const DAY_MS = 86_400_000;

interface PatienceOptions {
  /** The path of the file with which to begin. */
  begin: readonly string[] | null;
  /** When the source's files were last read to their end. */
  readTimes(): Promise<ReadTimes>;
  signal: AbortSignal;
  /** Our own pauses are multiplied by it: tests want short ones. */
  pauseScale?: number | undefined;
}

/**
 * How a run reads the files of a source: from where the last one ended, those first that have changed since they were
 * read, and what answers badly again at the end.
 */
export function createPatience(options: PatienceOptions): Patience {
  const { begin, readTimes, signal, pauseScale = 1 } = options;
  let waitedMs = 0;
  return {
    againAfterMs({ retryAfterMs = 0 }, failures) {
      const ownMs = failures === 0 ? SHORTEST_MS : AGAIN_MS[failures - 1];
      if (ownMs === undefined || retryAfterMs > LONGEST_PAUSE_MS) return undefined;
      return waitedMs > LONGEST_WAITING_MS ? undefined : Math.max(ownMs * pauseScale, retryAfterMs);
    },
    async wait(durationMs) {
      waitedMs += durationMs;
      await sleep(durationMs, undefined, { signal });
    },
    async order(children) {
      const ordered = fromPlace(children, begin ?? []);
      if (!children.some(({ lastmod }) => lastmod)) return ordered;
      const times = await readTimes();
      const changed = new Set(ordered.filter((child) => hasChanged(child, times)));
      return [...changed, ...ordered.filter((child) => !changed.has(child))];
    },
  };
}

/** From the one on that the path names, and around. */
function fromPlace<Child extends NamedFile>(children: readonly Child[], path: readonly string[]): Child[] {
  const place = children.findIndex(({ loc }) => path.includes(canonicalAddress(loc)));
  return place < 0 ? [...children] : [...children.slice(place), ...children.slice(0, place)];
}

/** A date without a time means that day, to its end. */
function hasChanged({ loc, lastmod }: NamedFile, readAtOf: ReadTimes): boolean {
  const readAt = readAtOf(loc);
  if (!lastmod || !readAt) return false;
  const isDay = lastmod.getTime() % DAY_MS === 0;
  return lastmod.getTime() + (isDay ? DAY_MS : 0) > readAt.getTime();
}
