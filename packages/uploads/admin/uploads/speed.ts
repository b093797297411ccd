export interface Meter {
  bytes: number;
  bytesPerSecond: number;
  /** 0 before the first measurement. */
  measuredAt: number;
}

export const STOPPED = { bytesPerSecond: 0, measuredAt: 0 } as const;

/** Weighs the last seconds most. */
const MEMORY_MS = 5_000;

export function measure(last: Meter, bytes: number, now: number): Meter {
  const { measuredAt, bytesPerSecond } = last;
  const passed = now - measuredAt;
  // What an earlier attempt sent has no speed.
  if (measuredAt === 0 || passed <= 0) return { bytes, bytesPerSecond, measuredAt: measuredAt || now };
  const latest = Math.max(0, (1000 * (bytes - last.bytes)) / passed);
  const weight = bytesPerSecond === 0 ? 1 : Math.min(1, passed / MEMORY_MS);
  return { bytes, bytesPerSecond: bytesPerSecond + weight * (latest - bytesPerSecond), measuredAt: now };
}
