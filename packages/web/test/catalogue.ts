import type { Category, DomainConfig, Video } from '@vesper/contract';
import { FALLBACK_DOMAIN_CONFIG } from '@vesper/contract';

/** Neutral videos, with every awkward case that pages must handle. */
export interface Catalogue {
  config: DomainConfig;
  categories: Category[];
  videos: Video[];
}

const CATEGORY_NAMES = [
  'Fractals',
  'Cellular automata',
  'Gradients',
  'Test charts',
  'Slow motion',
  'Noise & grain',
  'Tilings',
  'Spirographs',
];
const SUBJECTS = [
  'Julia set, slowly turning',
  'Game of Life: an acorn grows for five thousand generations',
  'Violet to amber in ninety steps',
  'Colour bars and a moving grey ramp',
  'Mandelbrot, a long way down the seahorse valley',
  'Rule 110 from a single cell',
  'Penrose tiles being laid',
  'Worley noise at dusk',
  'Sine waves out of phase',
];
const TAGS = ['calm', 'loop', 'mathematics', 'colour', 'monochrome', 'long take'];
const SIZES: [number | null, number | null][] = [
  [3840, 2160],
  [1920, 1080],
  [1280, 720],
  [640, 360],
  [null, null],
];
const PLACEHOLDER =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR42mOI0ligEbWAYUGUhsaCCgAfbASnAFrKCQAAAABJRU5ErkJggg==';
const DAY_MS = 86_400_000;
/** This catalogue's today. */
export const NEWEST_MS = Date.UTC(2025, 10, 20, 12);

/** By index in the list. */
const AWKWARD: Record<number, Partial<Video>> = {
  2: {
    title:
      'A title that never comes to an end, as titles from sitemaps do, with a list of everything that can be seen in it: circles, squares, hexagons and Donaudampfschifffahrtsgesellschaftskapitänspatent',
  },
  4: { title: 'مجموعة جوليا تدور ببطء في ضوء المساء', tags: ['هدوء', 'calm'] },
  6: { thumbnailUrl: '/media/missing.svg' },
  7: { duration: 0, views: 1 },
  9: { views: 2_345_678, duration: 4_215 },
  8: { title: 'A clip with a storyboard', storyboardUrl: '/media/storyboard.vtt' },
  10: {
    title: 'A stream in two qualities',
    hlsUrl: '/media/stream.m3u8',
    width: 640,
    height: 360,
    storyboardUrl: '/media/storyboard.vtt',
  },
  12: { title: 'A minute of a test chart', videoUrl: '/media/minute.mp4', duration: 60 },
  11: { width: 720, height: 1280, title: 'An upright test chart' },
};

export function createCatalogue(count = 240): Catalogue {
  const categories = CATEGORY_NAMES.map((name, index) => ({
    id: `c${index}`,
    name,
    slug: name.toLowerCase().replace(/[^a-z]+/g, '-'),
    videoCount: 0,
  }));
  const videos = Array.from({ length: count }, (_, index) => createVideo(index));
  for (const video of videos) categories.find(({ name }) => name === video.category)!.videoCount += 1;
  const empty = { id: 'c-empty', name: 'Nothing here', slug: 'nothing-here', videoCount: 0 };
  const config = {
    ...structuredClone(FALLBACK_DOMAIN_CONFIG),
    domain: 'vesper.example',
    contactEmail: 'contact@vesper.example',
  };
  return { config, categories: [...categories, empty], videos };
}

export function createVideo(index: number, changes: Partial<Video> = {}): Video {
  const [width, height] = SIZES[index % SIZES.length]!;
  const date = new Date(NEWEST_MS - index * DAY_MS).toISOString();
  return {
    id: `video-${index}`,
    title: `${SUBJECTS[index % SUBJECTS.length]} (${index + 1})`,
    description: `Rendered with a fixed seed.\nNothing in it is a photograph.\n\nPart ${index + 1} of the series.`,
    thumbnailUrl: `/media/picture-${index % 24}.svg`,
    videoUrl: '/media/clip.mp4',
    duration: 20 + ((index * 97) % 1500),
    views: Math.round(37 * 1.11 ** (240 - index)) % 900_000,
    category: CATEGORY_NAMES[(index * 5) % CATEGORY_NAMES.length]!,
    tags: [TAGS[index % TAGS.length]!, TAGS[(index + 2) % TAGS.length]!],
    createdAt: date,
    publishedAt: date,
    slug: `video-${index}`,
    kind: 'hosted',
    width,
    height,
    placeholder: index % 3 === 0 ? null : PLACEHOLDER,
    previewUrl: index % 2 === 0 ? '/media/clip.mp4' : null,
    storyboardUrl: null,
    hlsUrl: null,
    embedUrl: null,
    embed: null,
    ...AWKWARD[index],
    ...changes,
  };
}
