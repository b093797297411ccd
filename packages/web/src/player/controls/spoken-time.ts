/** A position in words, times in seconds: "1 minute 5 seconds of 3 minutes". */
export function spokenPlace(seconds: number, duration: number): string {
  const place = spokenTime(seconds);
  return Number.isFinite(duration) ? `${place} of ${spokenTime(duration)}` : place;
}

function spokenTime(seconds: number): string {
  const whole = Math.floor(seconds);
  const parts = [
    [Math.floor(whole / 3600), 'hour'],
    [Math.floor(whole / 60) % 60, 'minute'],
    [whole % 60, 'second'],
  ] as const;
  const words = parts.filter(([n]) => n > 0).map(([n, unit]) => `${n} ${unit}${n === 1 ? '' : 's'}`);
  return words.join(' ') || '0 seconds';
}
