import type { Newcomer } from '../desk/duplicates/index.ts';
import type { Wanted } from '../intake/block-list/index.ts';
import type { LeasedDownload, RateLimit } from '../intake/downloads/index.ts';
import type { Manners } from '../intake/manners/index.ts';
import type { Ytdlp } from '../intake/readers/index.ts';
import type { Db } from '../kernel/db/pool.ts';
import type { Queue } from '../kernel/jobs/queue.ts';
import type { PauseTuning } from '../kernel/jobs/retry-rules.ts';
import type { JobContext } from '../kernel/jobs/runner.ts';
import type { OutboundAllow } from '../kernel/lib/address-guard.ts';
import { hashOfAddress } from '../kernel/lib/canonical-address.ts';
import type { DiskWatch } from '../kernel/lib/disk-watch.ts';
import type { Storages } from '../kernel/storage/storage.ts';
import type { EmbedProviders, EmbedRef } from '../library/embeds/index.ts';
import type { VideoDraft } from '../library/videos/index.ts';
import type { StoreFile } from './storing.ts';

/** How the work on videos' files is done. */
export interface MediaSettings {
  /** How many threads a tool may use. */
  threads: number;
  /** Whether videos get renditions unless their source says otherwise. */
  hls: boolean;
  /** Of the renditions, those that the film is high enough for. */
  hlsHeights: readonly number[];
}

export interface MediaConfig {
  mediaThreads: number;
  hls: boolean;
  hlsHeights: readonly number[];
}

export function mediaSettings({ mediaThreads, hls, hlsHeights }: MediaConfig): MediaSettings {
  return { threads: mediaThreads, hls, hlsHeights };
}

export interface Pipeline {
  db: Db;
  queue: Queue;
  manners: Manners;
  ytdlp: Ytdlp;
  outboundAllow: OutboundAllow;
  /** Whose players may stand in our pages. */
  embeds: EmbedProviders;
  storages: Storages;
  /** Where downloads gather, a folder each, until they are stored. Kept over restarts: transfers resume. */
  workDirectory: string;
  maxVideoBytes: number;
  rateLimit: RateLimit;
  /** The same for yt-dlp, which keeps to it itself; 0 for none. */
  maxBytesPerSecond: number;
  media: MediaSettings;
  /** Whether what is brought can be kept. */
  disks: DiskWatch;
  pauseTuning?: PauseTuning;
}

/** Hosted: the file is fetched and kept. Remote: it plays from the source. Embed: the source's player shows it. */
export type Delivery = 'hosted' | 'remote' | 'embed';

/** A video before anything of it has come. */
export interface DescribedVideo {
  delivery: Delivery;
  /** Of the film, or of the player of an embedded one; of the page, where yt-dlp brings the film. */
  mediaUrl: string;
  /** Whose player shows an embedded one. */
  embed?: EmbedRef;
  /** Who brings the film. */
  broughtBy: 'transfer' | 'ytdlp';
  /** The source's picture of it. */
  thumbnailUrl: string | undefined;
  durationSeconds: number;
  width: number | null;
  height: number | null;
  /** Whether a hosted one is to have them. */
  renditions: boolean;
  draft: VideoDraft;
  newcomer: Newcomer;
}

/** What the block list is asked for: the addresses of the page, of the film and of its player, and its name there. */
export function knownOf({ newcomer, mediaUrl }: DescribedVideo): Wanted {
  const { addressHash, canonicalHash, sourceId, externalId } = newcomer;
  const media = hashOfAddress(mediaUrl);
  return {
    addressHashes: [addressHash, canonicalHash, media].filter((hash) => hash !== null),
    sourceId,
    externalId,
  };
}

/** A download in our hands, with all that its steps need. */
export interface Work extends JobContext {
  pipeline: Pipeline;
  leased: LeasedDownload;
  video: DescribedVideo;
  videoId: string;
  workFolder: string;
  store: StoreFile;
}
