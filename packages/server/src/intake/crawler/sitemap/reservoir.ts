/** A fair sample of a stream of unknown length, in bounded memory (Vitter's algorithm R). */
export interface Reservoir<T> {
  add(value: T): void;
  /** The sample, in random order. */
  take(): T[];
}

/** `random` returns numbers from 0 up to but not including 1. */
export function createReservoir<T>(size: number, random: () => number = Math.random): Reservoir<T> {
  const kept: T[] = [];
  let seen = 0;
  return {
    add(value) {
      seen += 1;
      if (kept.length < size) {
        kept.push(value);
        return;
      }
      const place = Math.floor(random() * seen);
      if (place < size) kept[place] = value;
    },
    take() {
      const shuffled = [...kept];
      for (let last = shuffled.length - 1; last > 0; last -= 1) {
        const other = Math.floor(random() * (last + 1));
        [shuffled[last], shuffled[other]] = [shuffled[other] as T, shuffled[last] as T];
      }
      return shuffled;
    },
  };
}
