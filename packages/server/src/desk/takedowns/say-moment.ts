/** `2026-11-20 14:03 UTC` */
export function sayMoment(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
