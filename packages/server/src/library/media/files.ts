import type { Place } from '../../kernel/storage/storage.ts';
import type { MediaPurpose } from './signing.ts';

/** A stored file of a video. */
export interface MediaFile {
  /** Its storage key. */
  key: string;
  purpose: MediaPurpose;
  /** What its address calls it, below the prefix of the purpose. */
  name: string;
  place: Place;
  /** Null where nobody has looked yet. */
  sizeBytes: number | null;
}

export interface DatedFile extends MediaFile {
  storedAt: Date;
}

/** Of a video that is publicly visible. */
export interface PublicFile extends DatedFile {
  /** The video's. */
  title: string;
}

/** What a valid address asks for. */
export interface Asked {
  videoId: string;
  purpose: MediaPurpose;
  name: string;
  /** Whether the browser is to save it, under the video's title. */
  isDownload: boolean;
}

/** And the file that answers, which of a picture may have another name. */
export interface AskedFile {
  asked: Asked;
  file: PublicFile;
}

/** A file that a step has made in its folder, before it is stored. */
export interface MadeFile {
  localPath: string;
  purpose: MediaPurpose;
  /** What its address will call it. */
  name: string;
}
