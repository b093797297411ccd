import { accessGroups } from '@vesper/access/contract';
import { catalogueGroups } from '@vesper/catalogue/contract';
import type { CallGroup } from '@vesper/core/contract';
import { discoveryGroups } from '@vesper/discovery/contract';
import { intakeGroups } from '@vesper/intake/contract';
import { libraryGroups } from '@vesper/library/contract';
import { noticesGroups } from '@vesper/notices/contract';
import { siteGroups } from '@vesper/site/contract';
import { upkeepGroups } from '@vesper/upkeep/contract';
import { wordsGroups } from '@vesper/words/contract';

/** The table of calls, shared by server, browser, tests and documents. */
export const routes = {
  ...accessGroups,
  ...siteGroups,
  ...libraryGroups,
  ...intakeGroups,
  ...wordsGroups,
  ...discoveryGroups,
  ...upkeepGroups,
  ...noticesGroups,
  ...catalogueGroups,
} as const satisfies Record<string, CallGroup>;

export type Routes = typeof routes;

/** The path of one of the table's calls, as it stands there. */
export type CallPath = {
  [Group in keyof Routes]: Routes[Group][keyof Routes[Group]];
}[keyof Routes] extends infer C
  ? C extends { path: infer Path }
    ? Path
    : never
  : never;
