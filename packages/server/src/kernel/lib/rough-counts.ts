import { hash, randomBytes } from 'node:crypto';

const SPAN_MS = 1_800_000;
/** As many as an hour can reach into. */
const SPANS = 3;
/** A byte each, in each span. */
const PLACES = 2 ** 22;
const MOST = 255;

/**
 * Counts the uses of any number of keys in 12 MB at most. A keyed hash gives each key a place, and the keys of a place
 * share what each has: in no hour has a key more than `most`, but some have less. If 8,000 keys a second are used, each
 * once, every place has about ten uses by others. A use counts for an hour to an hour and a half. `now` must never go back.
 */
export function createRoughCounts(now: () => number) {
  const salt = randomBytes(12).toString('base64');
  const spans = new Map<number, Uint8Array>();

  function currentSpan(): Uint8Array {
    const nth = Math.floor(now() / SPAN_MS);
    for (const old of spans.keys()) if (old <= nth - SPANS) spans.delete(old);
    const span = spans.get(nth) ?? new Uint8Array(PLACES);
    spans.set(nth, span);
    return span;
  }

  const placeOf = (key: string) => hash('sha256', salt + key, 'buffer').readUInt32LE() % PLACES;
  const usesAt = (span: Uint8Array, place: number) => span[place] ?? 0;

  return {
    take(key: string, most: number): boolean {
      const [span, place] = [currentSpan(), placeOf(key)];
      let uses = 0;
      for (const one of spans.values()) uses += usesAt(one, place);
      if (uses >= Math.min(most, MOST)) return false;
      span[place] = usesAt(span, place) + 1;
      return true;
    },
    giveBack(key: string): void {
      const [span, place] = [currentSpan(), placeOf(key)];
      span[place] = Math.max(0, usesAt(span, place) - 1);
    },
  };
}
