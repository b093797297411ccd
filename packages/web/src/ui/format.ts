/** From seconds: "4:05"; "N/A" unless positive. */
export function formatDuration(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds <= 0) return 'N/A';
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** 999, 1.0K, 1.5M: one decimal from a thousand. */
export function formatViews(views: number): string {
  // What would round to "1000.0K" counts as a million.
  if (views >= 999_950) return `${(views / 1_000_000).toFixed(1)}M`;
  if (views >= 1000) return `${(views / 1000).toFixed(1)}K`;
  return String(views);
}

/** "1 view", "1.2K views". */
export function viewsText(views: number): string {
  return `${formatViews(views)} ${views === 1 ? 'view' : 'views'}`;
}

/** "1 video", "1,234 videos"; a capped count is shown as "1,000+ videos". */
export function countText(count: number, noun: string, isCapped = false): string {
  return `${formatCount(count)}${isCapped ? '+' : ''} ${count === 1 && !isCapped ? noun : `${noun}s`}`;
}

/** With commas. On a phone `Intl` takes a long task to start. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** "Nov 20, 2025", in UTC: the server and every browser render the same. */
export function formatDay(isoDate: string): string {
  const date = new Date(isoDate);
  if (Number.isNaN(date.getTime())) return '';
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
}

/** ISO 8601, for schema.org: 75 seconds is PT1M15S. Undefined unless above 0. */
export function isoDuration(seconds: number): string | undefined {
  if (!Number.isFinite(seconds) || seconds <= 0) return undefined;
  const whole = Math.max(1, Math.round(seconds));
  const parts: [number, string][] = [
    [Math.floor(whole / 3600), 'H'],
    [Math.floor((whole % 3600) / 60), 'M'],
    [whole % 60, 'S'],
  ];
  return `PT${parts.map(([value, unit]) => (value > 0 ? `${value}${unit}` : '')).join('')}`;
}

export function qualityLabel(height: number | null): '4K' | 'Full HD' | 'HD' | undefined {
  if (height === null) return undefined;
  if (height >= 2160) return '4K';
  if (height >= 1080) return 'Full HD';
  return height >= 720 ? 'HD' : undefined;
}
