const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB', 'PB'];

/** "1.5 MB": one decimal below ten, in powers of 1,000. */
export function bytesText(bytes: number): string {
  // Rounded first: 999,600 bytes are 1 MB.
  const rounded = Number(bytes.toPrecision(3));
  const power = Math.min(Math.floor(Math.log10(Math.max(rounded, 1)) / 3), UNITS.length - 1);
  const value = rounded / 1000 ** power;
  return `${value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 1 : 0 })} ${UNITS[power]}`;
}
