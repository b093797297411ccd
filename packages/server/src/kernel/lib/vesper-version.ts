import { readFileSync } from 'node:fs';

const PACKAGE = new URL('../../../../../package.json', import.meta.url);

/** This program's version: `1.0.0`. */
export function versionOfVesper(): string {
  return (JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }).version;
}

/** Negative if the version `a` is older than `b`, 0 if they are the same; each is three numbers. */
export function compareVersions(a: string, b: string): number {
  const [ofA, ofB] = [a, b].map((version) => version.split('.').map(Number));
  return (ofA ?? []).reduce((found, number, place) => found || number - (ofB?.[place] ?? 0), 0);
}
