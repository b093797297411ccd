/** `2026-11-20 14:03 UTC` */
export function formatMoment(time: Date | string): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
