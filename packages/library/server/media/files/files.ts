import { AppError } from '@vesper/core/lib/app-error.ts';
import type { Place } from '@vesper/core/storage/storage.ts';
import type { MediaPurpose } from '../delivery/signing.ts';

export interface MediaFile {
  key: string;
  purpose: MediaPurpose;
  /** In addresses, below the prefix of its purpose. */
  name: string;
  place: Place;
  sizeBytes: number | null;
}

export interface DatedFile extends MediaFile {
  storedAt: Date;
}

export interface PublicFile extends DatedFile {
  title: string;
}

export interface Asked {
  videoId: string;
  purpose: MediaPurpose;
  name: string;
  /** Whether the browser saves it, under the video's title. */
  isDownload: boolean;
}

/** The answering file; for a picture its name may differ. */
export interface AskedFile {
  asked: Asked;
  file: PublicFile;
}

export interface MadeFile {
  localPath: string;
  purpose: MediaPurpose;
  name: string;
}

export function noSuchFile(): AppError {
  return new AppError('not_found', 'File not found.');
}
