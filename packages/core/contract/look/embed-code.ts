import { markupText } from '../markup-text.ts';

/** In pixels. */
export interface FrameSize {
  width: number;
  height: number;
}

interface Shape {
  width: number | null;
  height: number | null;
}

/** The default limits. */
const USUAL: FrameSize = { width: 640, height: 640 };

/** The size of a video's frame in the shape of its picture, within `most`. */
export function frameSize({ width, height }: Shape, most: Partial<FrameSize> = {}): FrameSize {
  const ratio = width && height ? width / height : 16 / 9;
  const widest = Math.min(USUAL.width, most.width ?? USUAL.width);
  const highest = Math.min(USUAL.height, most.height ?? USUAL.height);
  const fitting = Math.max(1, Math.floor(Math.min(widest, highest * ratio)));
  return { width: fitting, height: Math.min(highest, Math.max(1, Math.round(fitting / ratio))) };
}

/** docs/embedding.md explains the attributes. */
export function embedCode({ src, title, ...size }: FrameSize & { src: string; title: string }): string {
  const attributes = {
    src,
    title,
    width: size.width,
    height: size.height,
    sandbox: 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation',
    // Full screen has its own attribute, which older browsers also support.
    allow: 'autoplay; encrypted-media; picture-in-picture',
    referrerpolicy: 'strict-origin-when-cross-origin',
    loading: 'lazy',
  };
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${markupText(String(value))}"`);
  return `<iframe ${written.join(' ')} frameborder="0" allowfullscreen></iframe>`;
}
