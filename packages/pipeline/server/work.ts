import type { KnownFilm, Newcomer } from '@vesper/catalogue/duplicates';
import type { FilmToMove } from '@vesper/catalogue/move-ins';
import type { Db } from '@vesper/core/db/pool.ts';
import type { Queue } from '@vesper/core/jobs/queue.ts';
import type { PauseTuning } from '@vesper/core/jobs/retry-rules.ts';
import type { JobContext } from '@vesper/core/jobs/runner.ts';
import type { DiskWatch } from '@vesper/core/lib/files/disk-watch.ts';
import type { OutboundAllow } from '@vesper/core/lib/outbound/address-guard.ts';
import { hashOfAddress } from '@vesper/core/lib/text/canonical-address.ts';
import type { Storages } from '@vesper/core/storage/storage.ts';
import type { Wanted } from '@vesper/intake/block-list';
import type { DownloadJobRow, LeasedDownload, RateLimit } from '@vesper/intake/downloads';
import type { Manners } from '@vesper/intake/manners';
import type { FilmAddress, VideoPage, Ytdlp } from '@vesper/intake/readers';
import type { EmbedProviders, EmbedRef } from '@vesper/library/embeds';
import type { StoreFile } from '@vesper/library/media';
import type { Refusals } from '@vesper/library/refusals';
import type { VideoDraft, VideoMedia } from '@vesper/library/videos';
import type { UploadedFilm } from '@vesper/uploads/uploads';

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
  uploadsDirectory: string;
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

/** What a video's description needs of its download. */
export type NamedJob = Pick<DownloadJobRow, 'source_id' | 'source_url' | 'source_url_hash' | 'external_id'>;

/** A video before its download. */
export interface DescribedVideo {
  delivery: Delivery;
  /** The film's address, the embedded player's, or the page's for yt-dlp. */
  mediaUrl: string;
  /** Addresses to try in turn; the first is `mediaUrl`. Empty for an embedded video. */
  films: readonly FilmAddress[];
  /** Which part of the page each field came from: "title" from "Open Graph". */
  takenFrom: VideoPage['takenFrom'];
  embed?: EmbedRef;
  broughtBy: 'transfer' | 'ytdlp' | 'file';
  moved?: FilmToMove;
  uploaded?: UploadedFilm;
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
  /** How to recognise it on another page. */
  known?: KnownFilm | undefined;
}

export interface BroughtMedia extends VideoMedia {
  knownFilm?: KnownFilm | undefined;
}
