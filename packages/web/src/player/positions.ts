/** Where a visitor stopped, in seconds, and how long the video is. */
export interface Position {
  seconds: number;
  duration: number;
}

/** Worth going back to: past the first 5 seconds and 3 percent, and before the last 5 percent. */
export function isWorthResuming({ seconds, duration }: Position): boolean {
  return seconds >= Math.max(5, duration * 0.03) && seconds <= duration * 0.95;
}
