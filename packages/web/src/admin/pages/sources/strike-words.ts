/** "1 strike", "2 strikes". */
export function formatStrikes(strikes: number): string {
  return strikes === 1 ? '1 strike' : `${strikes} strikes`;
}
