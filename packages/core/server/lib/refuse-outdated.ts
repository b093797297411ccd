import { AppError } from './app-error.ts';

/** Throws conflict if the caller's view is stale. Lock what `now` is read from until the transaction ends. */
export function refuseOutdated<T>(seen: T | undefined, now: T, sentence: string): void {
  if (seen !== undefined && seen !== now) throw new AppError('conflict', sentence);
}
