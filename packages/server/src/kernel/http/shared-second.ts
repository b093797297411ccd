/**
 * The headers of what shared caches may keep for a second, because of takedowns, and was read from `startedAt` on, in
 * milliseconds since 1970. nginx counts whole seconds, from an answer that may have taken long, so that its one would be
 * up to two: it is told the last that counts, and so ends within two seconds of `startedAt`. Others ignore that header,
 * and keep nothing that took a second by itself.
 */
export function sharedForASecond(startedAt: number): Record<string, string> {
  const seconds = Date.now() - startedAt < 1000 ? 1 : 0;
  return {
    'cache-control': `public, max-age=0, s-maxage=${seconds}, must-revalidate`,
    'x-accel-expires': `@${Math.floor(startedAt / 1000) + 1}`,
  };
}
