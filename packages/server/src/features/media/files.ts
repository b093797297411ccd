import type { Place } from '../../storage/storage.ts';
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

/** A file that was made for a video, and is to be stored. */
export interface MadeFile {
  localPath: string;
  purpose: MediaPurpose;
  /** What its address calls it. */
  name: string;
}
