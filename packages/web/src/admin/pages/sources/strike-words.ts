/** Below the sources' path, so that it is refreshed with them. */
export const STRIKES_PATH = '/api/video-sources/strikes';

/** "1 strike", "2 strikes". */
export function formatStrikes(strikes: number): string {
  return strikes === 1 ? '1 strike' : `${strikes} strikes`;
}
