const STORAGE_KEY = 'positions';
const MOST_KEPT = 200;

/** Where a visitor stopped, in seconds, and how long the video is. */
export interface Position {
  seconds: number;
  duration: number;
}

type Stored = Record<string, [seconds: number, duration: number]>;

/** Keeps the place in the browser, of the 200 videos watched last. It fails silently where nothing can be kept. */
export function rememberPosition(videoId: string, seconds: number, duration: number): void {
  const { [videoId]: _, ...others } = readAll();
  const entries = Object.entries(others).slice(1 - MOST_KEPT);
  const place: [number, number] = [Math.floor(seconds), Math.round(duration)];
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries([...entries, [videoId, place]])));
  } catch {
    // Storage is full or forbidden; the next visit begins at the beginning.
  }
}

export async function recallPosition(videoId: string): Promise<Position | undefined> {
  const place = readAll()[videoId];
  return place ? { seconds: place[0], duration: place[1] } : undefined;
}

/** Worth going back to: past the first 5 seconds and 3 percent, and before the last 5 percent. */
export function isWorthResuming({ seconds, duration }: Position): boolean {
  return seconds >= Math.max(5, duration * 0.03) && seconds <= duration * 0.95;
}

function readAll(): Stored {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}');
    return isStored(stored) ? stored : {};
  } catch {
    return {};
  }
}

function isStored(value: unknown): value is Stored {
  const isPlace = (place: unknown) =>
    Array.isArray(place) && place.length === 2 && place.every(Number.isFinite);
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every(isPlace)
  );
}
