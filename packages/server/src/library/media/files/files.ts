import { AppError } from '../../../kernel/lib/app-error.ts';
import type { Place } from '../../../kernel/storage/storage.ts';
import type { MediaPurpose } from '../delivery/signing.ts';

/** A stored file of a video. */
export interface MediaFile {
  /** Its storage key. */
  key: string;
  purpose: MediaPurpose;
  /** Its name in addresses, below the prefix of its purpose. */
  name: string;
  place: Place;
  /** Null if not measured yet. */
  sizeBytes: number | null;
}

export interface DatedFile extends MediaFile {
  storedAt: Date;
}

/** A file of a publicly visible video. */
export interface PublicFile extends DatedFile {
  /** The video's. */
  title: string;
}

/** What a valid address requests. */
export interface Asked {
  videoId: string;
  purpose: MediaPurpose;
  name: string;
  /** Whether the browser should save it, under the video's title. */
  isDownload: boolean;
}

/** The file that answers; for a picture it may have another name. */
export interface AskedFile {
  asked: Asked;
  file: PublicFile;
}

/** A file made by a step in its folder, not stored yet. */
export interface MadeFile {
  localPath: string;
  purpose: MediaPurpose;
  /** Its future name in addresses. */
  name: string;
}

export function noSuchFile(): AppError {
  return new AppError('not_found', 'File not found.');
}
