import { accessFeatures } from '@vesper/access/features';
import { catalogueFeatures } from '@vesper/catalogue/features';
import type { Feature, Table } from '@vesper/core/feature.ts';
import { discoveryFeatures } from '@vesper/discovery/features';
import { intakeFeatures } from '@vesper/intake/features';
import { libraryFeatures } from '@vesper/library/features';
import { noticesFeatures } from '@vesper/notices/features';
import { pipelineFeature } from '@vesper/pipeline/features';
import { siteFeatures } from '@vesper/site/features';
import { upkeepFeatures } from '@vesper/upkeep/features';
import { uploadsFeatures } from '@vesper/uploads/features';
import { wordsFeatures } from '@vesper/words/features';
import { mainFeature } from './feature.ts';

/** Every feature, area by area. The app puts together only these. */
export const FEATURES = [
  ...accessFeatures,
  ...siteFeatures,
  ...libraryFeatures,
  ...intakeFeatures,
  ...wordsFeatures,
  ...discoveryFeatures,
  ...upkeepFeatures,
  ...noticesFeatures,
  ...catalogueFeatures,
  ...uploadsFeatures,
  pipelineFeature,
  mainFeature,
] as const;

const features: readonly Feature[] = FEATURES;

export const JOBS = features.flatMap(({ jobs }) => jobs?.definitions ?? []);

const tablesWhere = (holds: (table: Table) => boolean) =>
  features.flatMap(({ tables = {} }) =>
    Object.entries(tables).flatMap(([name, table]) => (holds(table) ? [name] : [])),
  );

/** Emptied at once by clearing the library. */
export const EMPTIED = tablesWhere(({ clearing }) => clearing === 'empties');

export const SEALED_TABLES = features.flatMap(({ sealed = [] }) => sealed);

export const LEFT_OUT_OF_BACKUPS = tablesWhere(({ inBackups = true }) => !inBackups);
