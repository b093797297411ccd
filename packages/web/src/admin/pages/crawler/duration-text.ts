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
