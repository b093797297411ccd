/** Measures of a picture's brightness, 0 to 255 for each pixel. */
export interface StillMeasures {
  mean: number;
  deviation: number;
  /** Variance of the Laplacian: low where nothing is sharp. */
  sharpness: number;
  /** The share of pixels that are nearly black or burnt white. */
  clipped: number;
}

const BLACK = 16;
const WHITE = 240;

/** Measures a picture of one byte per pixel. */
export function measureStill(
  pixels: Uint8Array,
  { width, height }: { width: number; height: number },
): StillMeasures {
  let sum = 0;
  let squares = 0;
  let clipped = 0;
  for (const value of pixels) {
    sum += value;
    squares += value * value;
    if (value <= BLACK || value >= WHITE) clipped += 1;
  }
  const mean = sum / pixels.length;
  const deviation = Math.sqrt(Math.max(0, squares / pixels.length - mean * mean));
  return {
    mean,
    deviation,
    sharpness: laplacianVariance(pixels, width, height),
    clipped: clipped / pixels.length,
  };
}

function laplacianVariance(pixels: Uint8Array, width: number, height: number): number {
  let sum = 0;
  let squares = 0;
  for (let y = 1; y < height - 1; y += 1) {
    for (let at = y * width + 1; at < (y + 1) * width - 1; at += 1) {
      const around = pixels[at - 1]! + pixels[at + 1]! + pixels[at - width]! + pixels[at + width]!;
      const value = 4 * pixels[at]! - around;
      sum += value;
      squares += value * value;
    }
  }
  const count = Math.max(1, (width - 2) * (height - 2));
  return squares / count - (sum / count) ** 2;
}

/** The sharpness that earns half of the possible score. */
const HALF_SHARP = 150;
/** The deviation that counts as full contrast. */
const FULL_CONTRAST = 48;

/** How well a picture represents a film, from 0 (black, white, one colour) to 1, in hundredths. */
export function scoreStill({ mean, deviation, sharpness, clipped }: StillMeasures): number {
  const contrast = Math.min(1, deviation / FULL_CONTRAST);
  const detail = sharpness / (sharpness + HALF_SHARP);
  const light = 1 - (Math.abs(mean - 127.5) / 127.5) ** 2;
  return Math.round(100 * contrast * (0.2 + 0.8 * detail) * light * (1 - clipped / 2)) / 100;
}
