/** Today's date in long US format, "November 21, 2026": the day on which a page says that it was updated. */
export function today(): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date());
}
