import { createHash } from 'node:crypto';
import { between, createRandom, createZipf, type Random } from './random.ts';
import { CATEGORY_NAMES, tagNames, titleWords } from './vocabulary.ts';

/** A made-up published video, as stored. The hash is of the source's address. */
export interface SyntheticVideo {
  id: string;
  title: string;
  description: string;
  tags: string[];
  category: string;
  sourceUrl: string;
  sourceUrlHash: Buffer;
  durationSeconds: number;
  views: number;
  width: number;
  height: number;
  publishedAt: Date;
}

export interface SyntheticOptions {
  count: number;
  /** Different run numbers give different videos and addresses. */
  run: number;
  /** The end of the three years over which the videos were published. */
  now: Date;
}

const SPAN_MS = 3 * 365 * 86_400_000;
const HOUR_MS = 3_600_000;
const HEIGHTS = [360, 480, 720, 1080, 1440, 2160];
const MAX_VIEWS = 50_000_000;

const words = titleWords();
const tags = tagNames();
const drawWord = createZipf(words.length, 3);
const drawTag = createZipf(tags.length, 8);
const drawCategory = createZipf(CATEGORY_NAMES.length, 4);

/** Generates the videos of a run, roughly from the oldest to the newest; the same every time. */
export function* syntheticVideos(options: SyntheticOptions): Generator<SyntheticVideo> {
  const random = createRandom(0x5eed + options.run);
  let index = 0;
  for (const publishedAt of publicationTimes(options, random)) {
    yield makeVideo(random, options.run, index, publishedAt);
    index += 1;
  }
}

/** The address of a run's first video shows whether the run was done. */
export function syntheticAddress(run: number, index: number): string {
  return `https://seed.invalid/run-${run}/video-${index}`;
}

export function addressHash(address: string): Buffer {
  return createHash('sha256').update(address).digest();
}

/** Evenly over three years, except for bursts of up to 5,000 within a few hours, most of them within ten minutes. */
function* publicationTimes({ count, now }: SyntheticOptions, random: Random): Generator<Date> {
  const burstSize = Math.min(5000, Math.floor(count / 10));
  const bursts = Math.min(10, Math.max(1, Math.floor(count / 50_000)));
  const quiet = count - bursts * burstSize;
  const startMs = now.getTime() - SPAN_MS;
  let burstsDone = 0;
  for (let index = 0; index < quiet; index += 1) {
    const timeMs = startMs + (SPAN_MS * (index + random())) / quiet;
    yield new Date(timeMs);
    if (burstsDone < bursts && index >= (quiet * (burstsDone + 0.5)) / bursts) {
      burstsDone += 1;
      for (let n = 0; n < burstSize; n += 1) yield new Date(timeMs + HOUR_MS * random() ** 3);
    }
  }
}

function makeVideo(random: Random, run: number, index: number, publishedAt: Date): SyntheticVideo {
  const sourceUrl = syntheticAddress(run, index);
  const sourceUrlHash = addressHash(sourceUrl);
  const place = drawCategory(random);
  const height = HEIGHTS[between(random, 0, HEIGHTS.length - 1)] ?? 360;
  return {
    id: uuidFrom(sourceUrlHash),
    title: sentence(random, between(random, 3, 7)),
    description: `${sentence(random, between(random, 6, 12))}.`,
    tags: drawTags(random, place),
    category: CATEGORY_NAMES[place] ?? '',
    sourceUrl,
    sourceUrlHash,
    durationSeconds: Math.round(20 + 3600 * random() ** 4),
    views: Math.min(MAX_VIEWS, Math.floor(30 / (1 - random()) ** 0.9)),
    width: Math.round((height * 16) / 9 / 2) * 2,
    height,
    publishedAt,
  };
}

function sentence(random: Random, length: number): string {
  const chosen = Array.from({ length }, () => words[drawWord(random)] ?? '');
  const text = chosen.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Each category has its own common tags. */
function drawTags(random: Random, categoryPlace: number): string[] {
  const chosen = new Set<string>();
  const wanted = between(random, 3, 6);
  while (chosen.size < wanted) {
    chosen.add(tags[(drawTag(random) + categoryPlace * 25) % tags.length] ?? '');
  }
  return [...chosen];
}

/** The first half of the hash in the form of a random UUID (RFC 9562 section 5.4). */
function uuidFrom(hash: Buffer): string {
  const hex = hash.toString('hex');
  const version = `4${hex.slice(13, 16)}`;
  const variant = `${'89ab'[(hash[8] ?? 0) & 3]}${hex.slice(17, 20)}`;
  return [hex.slice(0, 8), hex.slice(8, 12), version, variant, hex.slice(20, 32)].join('-');
}
