import type { SafeFetch } from '../../kernel/lib/outbound/safe-fetch.ts';
import type { DownloadProgress, RateLimit } from '../downloads/index.ts';

export interface StreamOptions {
  /** Where the pieces gather; they stay after success and failure alike, for the next try. */
  folder: string;
  fetch: SafeFetch;
  signal: AbortSignal;
  /** Of all pieces together. */
  maxBytes: number;
  /** The shorter side in pixels that the best rendition taken may have. */
  mostHeight: number;
  rateLimit?: RateLimit | undefined;
  /** Called at most four times a second, and once at the end. `totalBytes` is never known. */
  onProgress?: (progress: DownloadProgress, share: number) => void;
  /** Multiplies the pauses before a segment is tried again: tests want short ones. */
  pauseScale?: number | undefined;
}
