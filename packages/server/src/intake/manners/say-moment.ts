/** "2026-11-21 15:40 UTC", as an operator reads it. */
export function sayMoment(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
