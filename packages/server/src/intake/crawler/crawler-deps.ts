import type { Manners } from '../manners/index.ts';
import type { AdmitDeps } from './admit.ts';

/** What reading sources takes. */
export interface Crawler extends AdmitDeps {
  manners: Manners;
  /** Pauses of our own choice are multiplied by it. */
  pauseScale?: number | undefined;
}
