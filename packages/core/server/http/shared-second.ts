/** For shared caches; browsers revalidate each time. */
export function sharedFor(seconds: 0 | 1): string {
  return `public, max-age=0, s-maxage=${seconds}, must-revalidate`;
}

/**
 * Takedowns must reach shared caches within two seconds of `startedAt` (milliseconds since 1970), when reading began.
 * nginx counts whole seconds from the response's end, so it gets an absolute expiry; others keep only fast responses.
 */
export function sharedForASecond(startedAt: number): Record<string, string> {
  return {
    'cache-control': sharedFor(Date.now() - startedAt < 1000 ? 1 : 0),
    'x-accel-expires': `@${Math.floor(startedAt / 1000) + 1}`,
  };
}
