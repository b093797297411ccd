import type { Frame, Picture } from './pictures.ts';

/** The eight shelves of the site, in the order its home page shows them. */
export const CATEGORIES = [
  'Fractals',
  'Cellular automata',
  'Game of Life',
  'Gradients',
  'Test charts',
  'Waves',
  'Plasma',
  'Sound pictures',
] as const;

export type Category = (typeof CATEGORIES)[number];

/** One clip: what the site says about it, and how ffmpeg makes it. */
export interface Clip extends Frame {
  /** Lower-case words joined by hyphens; unique in the catalogue. */
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly category: Category;
  readonly tags: readonly string[];
  readonly publishedAt: Date;
  /** Gives the lavfi graph of the moving picture for a frame size. */
  readonly picture: Picture;
  /** The lavfi graph of the sound. */
  readonly sound: string;
}

/** The frame sizes of the catalogue, `[width, height]` in pixels. */
const SIZES = {
  '240p': [426, 240],
  '360p': [640, 360],
  '480p': [854, 480],
  '720p': [1280, 720],
  '1080p': [1920, 1080],
  portrait: [360, 640],
} as const;

/** A clip as its shelf's file writes it down: slug, category and date are worked out by the catalogue. */
export interface ClipRecipe
  extends Pick<Clip, 'title' | 'description' | 'tags' | 'durationSeconds' | 'picture' | 'sound'> {
  readonly size: keyof typeof SIZES;
  readonly framesPerSecond?: number;
}

/** Completes a recipe into a clip. */
export function clipOf({ size, ...recipe }: ClipRecipe, category: Category, publishedAt: Date): Clip {
  const [width, height] = SIZES[size];
  return { framesPerSecond: 20, ...recipe, slug: slugOf(recipe.title), category, width, height, publishedAt };
}

function slugOf(title: string): string {
  return title
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
