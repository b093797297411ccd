import { readPaths } from '@vesper/contract';
import type { Feature } from '../../kernel/feature.ts';

/** Which answers are out of date when a table has changed: the paths of the calls that its feature names. */
export function pathsOfTables(features: readonly Pick<Feature, 'tables'>[]): Map<string, string[]> {
  const tables = features.flatMap(({ tables }) => Object.entries(tables));
  return new Map(tables.flatMap(([name, { shownBy }]) => (shownBy ? [[name, readPaths(shownBy)]] : [])));
}
