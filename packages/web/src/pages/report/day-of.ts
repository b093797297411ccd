/** `23 November 2026, 18:50 UTC`. */
export function dayOf(instant: string): string {
  const at = new Date(instant);
  const day = at.toLocaleDateString('en-GB', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  return `${day}, ${at.toISOString().slice(11, 16)} UTC`;
}
