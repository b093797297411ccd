import { AppError } from './app-error.ts';

/**
 * Throws conflict where callers say what they saw and it has changed since. What `now` is read from must be locked, so
 * that it stays as it is until the transaction ends.
 */
export function refuseOutdated<T>(seen: T | undefined, now: T, sentence: string): void {
  if (seen !== undefined && seen !== now) throw new AppError('conflict', sentence);
}
