import { formatCount } from '../../ui/format.ts';

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' });
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long' });

/** "5 minutes ago", "in 2 hours"; within half a minute "just now". `now` in milliseconds. */
export function relativeTime(isoDate: string, now: number): string {
  const seconds = (Date.parse(isoDate) - now) / 1000;
  if (Math.abs(seconds) < 30) return 'just now';
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? (['minute', 60] as const);
  const count = Math.trunc(seconds / size) || Math.sign(seconds);
  return relative.format(count, unit);
}

/** For deadlines: "47 hours left", "3 days overdue"; hours below three days, minutes below an hour. */
export function deadlineText(isoDate: string, now: number): string {
  const minutes = Math.abs(Date.parse(isoDate) - now) / 60_000;
  const [unit, size] = DEADLINE_UNITS.find(([, , from]) => minutes >= from) ?? (['minute', 1] as const);
  const count = Math.max(1, Math.floor(minutes / size));
  return `${count} ${unit}${count === 1 ? '' : 's'} ${Date.parse(isoDate) > now ? 'left' : 'overdue'}`;
}

const DEADLINE_UNITS = [
  ['day', 1440, 3 * 1440],
  ['hour', 60, 60],
] as const;

/** Day and time in the reader's time zone: "20 Nov 2026, 14:05:09 CET". */
export function exactTime(isoDate: string): string {
  return exact.format(new Date(isoDate));
}

const BYTE_UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB', 'PB'];

/** "1.5 MB": one decimal below ten, in powers of 1,000. */
export function bytesText(bytes: number): string {
  // Rounded first: 999,600 bytes are 1 MB.
  const rounded = Number(bytes.toPrecision(3));
  const power = Math.min(Math.floor(Math.log10(Math.max(rounded, 1)) / 3), BYTE_UNITS.length - 1);
  const value = rounded / 1000 ** power;
  return `${value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 1 : 0 })} ${BYTE_UNITS[power]}`;
}

/** "0.4 s", "45 s", "12 min 30 s", "3 h 5 min" between two moments. */
export function durationText(from: string, to: string): string {
  const exact = Math.max(0, Date.parse(to) - Date.parse(from)) / 1000;
  if (exact < 9.95) return `${exact.toFixed(1)} s`;
  const seconds = Math.round(exact);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** "1,000+" for a capped count. */
export function cappedText(count: number, cap = 1000): string {
  return count >= cap ? `${formatCount(cap)}+` : formatCount(count);
}
