/** How often a lasting fault is repeated. */
const AGAIN_MS = 6 * 3600_000;

/** Whether to report now: true once per key, and again only after hours. Keys must be few. */
export function createRarely(now: () => number = () => performance.now()): (key: string) => boolean {
  const saidAt = new Map<string, number>();
  return (key) => {
    const last = saidAt.get(key);
    if (last !== undefined && now() - last < AGAIN_MS) return false;
    saidAt.set(key, now());
    return true;
  };
}
