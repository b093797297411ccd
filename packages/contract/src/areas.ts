import { accessGroups, accessPages } from '@vesper/access/contract';
import { appPages } from '@vesper/app/contract';
import { catalogueGroups, cataloguePages } from '@vesper/catalogue/contract';
import type { CallGroup } from '@vesper/core/contract';
import { discoveryGroups, discoveryPages } from '@vesper/discovery/contract';
import { intakeGroups, intakePages } from '@vesper/intake/contract';
import { libraryGroups, libraryPages } from '@vesper/library/contract';
import { noticesGroups, noticesPages } from '@vesper/notices/contract';
import { siteGroups, sitePages } from '@vesper/site/contract';
import { upkeepGroups, upkeepPages } from '@vesper/upkeep/contract';
import { uploadsGroups, uploadsPages } from '@vesper/uploads/contract';
import { wordsGroups, wordsPages } from '@vesper/words/contract';

export * from '@vesper/access/contract';
export * from '@vesper/app/contract';
export * from '@vesper/catalogue/contract';
export * from '@vesper/core/contract';
export * from '@vesper/discovery/contract';
export * from '@vesper/intake/contract';
export * from '@vesper/library/contract';
export * from '@vesper/notices/contract';
export * from '@vesper/site/contract';
export * from '@vesper/upkeep/contract';
export * from '@vesper/uploads/contract';
export * from '@vesper/words/contract';

// Only for routes.ts: web/slim-contract.ts leaves both out of the browser bundle.
export const GROUPS = {
  ...accessGroups,
  ...siteGroups,
  ...libraryGroups,
  ...intakeGroups,
  ...wordsGroups,
  ...discoveryGroups,
  ...upkeepGroups,
  ...noticesGroups,
  ...catalogueGroups,
  ...uploadsGroups,
} as const satisfies Record<string, CallGroup>;

export const PAGES = {
  ...accessPages,
  ...sitePages,
  ...libraryPages,
  ...intakePages,
  ...wordsPages,
  ...discoveryPages,
  ...upkeepPages,
  ...noticesPages,
  ...cataloguePages,
  ...uploadsPages,
  ...appPages,
} as const;
