/** Random numbers from 0 to below 1; the same seed gives the same sequence. */
export type Random = () => number;

/** The generator mulberry32: small, fast, and good enough for made-up videos. */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A whole number from `min` to `max`, inclusive. */
export function between(random: Random, min: number, max: number): number {
  return min + Math.floor(random() * (max - min + 1));
}

/**
 * Draws positions in a list of `size`, the first most often: position k with a weight of 1 / (k + shift), the
 * Zipf-Mandelbrot law of word frequencies. A larger `shift` flattens the top.
 */
export function createZipf(size: number, shift: number): (random: Random) => number {
  const upto = new Float64Array(size);
  let sum = 0;
  for (let place = 0; place < size; place += 1) {
    sum += 1 / (place + 1 + shift);
    upto[place] = sum;
  }
  return (random) => {
    const wanted = random() * sum;
    let low = 0;
    let high = size - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((upto[middle] ?? sum) > wanted) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}
