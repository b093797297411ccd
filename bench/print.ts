export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** `1,000,000` */
export function formatNumber(count: number): string {
  return count.toLocaleString('en');
}
