import type { KnownFilm, Newcomer } from '../desk/duplicates/index.ts';
import type { FilmToMove } from '../desk/move-ins/index.ts';
import type { Wanted } from '../intake/block-list/index.ts';
import type { LeasedDownload, RateLimit } from '../intake/downloads/index.ts';
import type { Manners } from '../intake/manners/index.ts';
import type { FilmAddress, VideoPage, Ytdlp } from '../intake/readers/index.ts';
import type { Db } from '../kernel/db/pool.ts';
import type { Queue } from '../kernel/jobs/queue.ts';
import type { PauseTuning } from '../kernel/jobs/retry-rules.ts';
import type { JobContext } from '../kernel/jobs/runner.ts';
import type { DiskWatch } from '../kernel/lib/files/disk-watch.ts';
import type { OutboundAllow } from '../kernel/lib/outbound/address-guard.ts';
import { hashOfAddress } from '../kernel/lib/text/canonical-address.ts';
import type { Storages } from '../kernel/storage/storage.ts';
import type { EmbedProviders, EmbedRef } from '../library/embeds/index.ts';
import type { Refusals } from '../library/refusals/index.ts';
import type { VideoDraft, VideoMedia } from '../library/videos/index.ts';
import type { StoreFile } from './storing.ts';

/** Administrators may change them at any time. */
export interface MediaSettings {
  readonly mediaThreads: number;
  /** Whether videos get renditions by default. */
  readonly hls: boolean;
  /** Heights above the film's own are skipped. */
  readonly hlsHeights: readonly number[];
  /** The maximum shorter side, in pixels, of the rendition fetched from a source's stream. */
  readonly sourceStreamHeight: number;
}

export interface Pipeline {
  db: Db;
  queue: Queue;
  refusals: Refusals;
  manners: Manners;
  ytdlp: Ytdlp;
  outboundAllow: OutboundAllow;
  embeds: EmbedProviders;
  storages: Storages;
  /** A folder for each download, kept across restarts: transfers resume. */
  workDirectory: string;
  maxVideoBytes: number;
  rateLimit: RateLimit;
  /** For yt-dlp, which limits itself; 0 for none. */
  readonly maxBytesPerSecond: number;
  media: MediaSettings;
  disks: DiskWatch;
  pauseTuning?: PauseTuning;
}

/** Hosted: downloaded and stored. Remote: plays from the source. Embed: shown in the source's player. */
export type Delivery = 'hosted' | 'remote' | 'embed';

/** A video before its download. */
export interface DescribedVideo {
  delivery: Delivery;
  /** The film's address, the embedded player's, or the page's for yt-dlp. */
  mediaUrl: string;
  /** Addresses to try in turn; the first is `mediaUrl`. Empty for an embedded video. */
  films: readonly FilmAddress[];
  /** Which part of the page named what: "title" by "Open Graph". */
  takenFrom: VideoPage['takenFrom'];
  embed?: EmbedRef;
  broughtBy: 'transfer' | 'ytdlp' | 'folder';
  moved?: FilmToMove;
  thumbnailUrl: string | undefined;
  durationSeconds: number;
  width: number | null;
  height: number | null;
  renditions: boolean;
  draft: VideoDraft;
  newcomer: Newcomer;
}

/** The addresses and the id to look up on the block list. */
export function knownOf({ newcomer, mediaUrl, films }: DescribedVideo): Wanted {
  const { addressHash, canonicalHash, sourceId, externalId } = newcomer;
  const media = [mediaUrl, ...films.map(({ url }) => url)].map(hashOfAddress);
  return {
    addressHashes: [addressHash, canonicalHash, ...media].filter((hash) => hash !== null),
    sourceId,
    externalId,
  };
}

export interface Work extends JobContext {
  pipeline: Pipeline;
  leased: LeasedDownload;
  video: DescribedVideo;
  videoId: string;
  /** The video stays public until its new film is ready. */
  isReplacing: boolean;
  workFolder: string;
  store: StoreFile;
}

export interface FetchedFile {
  localPath: string;
  sha256: Buffer;
  /** How to recognise it at another page. */
  known?: KnownFilm | undefined;
}

export interface BroughtMedia extends VideoMedia {
  knownFilm?: KnownFilm | undefined;
}
