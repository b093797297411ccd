const TYPES = { csv: 'text/csv;charset=utf-8', json: 'application/json', zip: 'application/zip' } as const;

/** Has the browser save a file, named with today's date: `audit-2026-11-30.csv`. */
export function saveFile(name: string, content: string | Blob, kind: keyof typeof TYPES = 'csv'): void {
  const address = URL.createObjectURL(new Blob([content], { type: TYPES[kind] }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${name}-${new Date().toISOString().slice(0, 10)}.${kind}`;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
