export interface Size {
  width: number;
  height: number;
}

/** The size in whole pixels that fits a box and keeps the shape; never enlarged. */
export function fitBox({ width, height }: Size, box: Size): Size {
  const scale = Math.min(1, box.width / width, box.height / height);
  return { width: wholePixels(width * scale), height: wholePixels(height * scale) };
}

/** The same with even numbers, for encoders. */
export function fitEvenly(size: Size, box: Size): Size {
  const { width, height } = fitBox(size, box);
  return { width: Math.max(2, width - (width % 2)), height: Math.max(2, height - (height % 2)) };
}

function wholePixels(length: number): number {
  return Math.max(1, Math.round(length));
}
