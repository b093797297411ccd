import { readFileSync } from 'node:fs';

const PACKAGE = new URL('../../../../package.json', import.meta.url);

export function versionOfVesper(): string {
  return (JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }).version;
}

/** Negative if `a` is older, 0 if equal; three numbers each. */
export function compareVersions(a: string, b: string): number {
  const [ofA, ofB] = [a, b].map((version) => version.split('.').map(Number));
  return (ofA ?? []).reduce((found, number, place) => found || number - (ofB?.[place] ?? 0), 0);
}
