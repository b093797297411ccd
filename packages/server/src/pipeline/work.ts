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

/** The present settings of media work: administrators change them. */
export interface MediaSettings {
  /** Threads that a tool may use. */
  readonly mediaThreads: number;
  /** Whether videos get renditions by default. */
  readonly hls: boolean;
  /** Used up to the film's own height. */
  readonly hlsHeights: readonly number[];
  /** Of a stream that a source has, no rendition with a longer shorter side is fetched, in pixels. */
  readonly sourceStreamHeight: number;
}

export interface Pipeline {
  db: Db;
  queue: Queue;
  refusals: Refusals;
  manners: Manners;
  ytdlp: Ytdlp;
  outboundAllow: OutboundAllow;
  /** The providers whose players may run in our pages. */
  embeds: EmbedProviders;
  storages: Storages;
  /** Where downloads gather, a folder each, until they are stored. Kept across restarts: transfers resume. */
  workDirectory: string;
  maxVideoBytes: number;
  rateLimit: RateLimit;
  /** The same limit for yt-dlp, which applies it itself; 0 for none. */
  readonly maxBytesPerSecond: number;
  media: MediaSettings;
  /** Whether there is room for downloads. */
  disks: DiskWatch;
  pauseTuning?: PauseTuning;
}

/** Hosted: the file is downloaded and stored. Remote: it plays from the source. Embed: the source's player shows it. */
export type Delivery = 'hosted' | 'remote' | 'embed';

/** A video before its download. */
export interface DescribedVideo {
  delivery: Delivery;
  /** The film's address, or an embedded one's player; the page's, if yt-dlp downloads the film. */
  mediaUrl: string;
  /** Where the film may be had, to be tried in turn; the first is `mediaUrl`. Empty for an embedded one. */
  films: readonly FilmAddress[];
  /** What its page said where: "title" by "Open Graph". */
  takenFrom: VideoPage['takenFrom'];
  /** The player of an embedded one. */
  embed?: EmbedRef;
  /** What brings the film here. */
  broughtBy: 'transfer' | 'ytdlp' | 'folder';
  /** Of one in a folder. */
  moved?: FilmToMove;
  /** The source's picture of it. */
  thumbnailUrl: string | undefined;
  durationSeconds: number;
  width: number | null;
  height: number | null;
  /** Whether a hosted one should have them. */
  renditions: boolean;
  draft: VideoDraft;
  newcomer: Newcomer;
}

/** What to look up on the block list: the addresses of the page, the film and its player, and its id there. */
export function knownOf({ newcomer, mediaUrl, films }: DescribedVideo): Wanted {
  const { addressHash, canonicalHash, sourceId, externalId } = newcomer;
  const media = [mediaUrl, ...films.map(({ url }) => url)].map(hashOfAddress);
  return {
    addressHashes: [addressHash, canonicalHash, ...media].filter((hash) => hash !== null),
    sourceId,
    externalId,
  };
}

/** A leased download, with everything that its steps need. */
export interface Work extends JobContext {
  pipeline: Pipeline;
  leased: LeasedDownload;
  video: DescribedVideo;
  videoId: string;
  /** The video is public, and stays so until its other film is ready. */
  isReplacing: boolean;
  workFolder: string;
  store: StoreFile;
}

/** A film as it came. */
export interface FetchedFile {
  localPath: string;
  /** Of what came. */
  sha256: Buffer;
  /** What it is recognised by at another page, if anything. */
  known?: KnownFilm | undefined;
}

/** What a download publishes. */
export interface BroughtMedia extends VideoMedia {
  knownFilm?: KnownFilm | undefined;
}
