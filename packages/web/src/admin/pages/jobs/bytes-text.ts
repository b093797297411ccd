const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

/** "1.5 MB": one decimal below ten, in powers of 1,000. */
export function bytesText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value < 9.95 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${UNITS[unit]}`;
}
