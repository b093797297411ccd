/** `Cache-Control` of what shared caches may keep for a second or not at all, and browsers ask about each time. */
export function sharedFor(seconds: 0 | 1): string {
  return `public, max-age=0, s-maxage=${seconds}, must-revalidate`;
}

/**
 * The headers of what shared caches may keep for a second, because of takedowns, and was read from `startedAt` on, in
 * milliseconds since 1970. nginx counts whole seconds, from an answer that may have taken long, so that its one would be
 * up to two: it is told the last that counts, and so ends within two seconds of `startedAt`. Others ignore that header,
 * and keep nothing that took a second by itself.
 */
export function sharedForASecond(startedAt: number): Record<string, string> {
  return {
    'cache-control': sharedFor(Date.now() - startedAt < 1000 ? 1 : 0),
    'x-accel-expires': `@${Math.floor(startedAt / 1000) + 1}`,
  };
}
