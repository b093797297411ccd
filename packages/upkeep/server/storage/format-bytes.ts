const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** "512 bytes", "1.4 GB". */
export function formatBytes(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  const number = bytes / 1000 ** step;
  return `${step === 0 ? number : number.toFixed(number < 10 ? 1 : 0)} ${UNITS[step]}`;
}

export function formatCount({ files, bytes }: { files: number; bytes: number }): string {
  return `${files} ${files === 1 ? 'file' : 'files'}, ${formatBytes(bytes)}`;
}

/** "40 s", "12 min", "3 h 20 min". */
export function formatDuration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
