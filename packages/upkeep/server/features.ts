import { backupsFeature } from './backups/feature.ts';
import { clearingFeature } from './clearing/feature.ts';
import { healthFeature } from './health/feature.ts';
import { jobTimelinesFeature } from './job-timelines/feature.ts';
import { mediaJobsFeature } from './media-jobs/feature.ts';
import { storageFeature } from './storage/feature.ts';

export const upkeepFeatures = [
  backupsFeature,
  healthFeature,
  jobTimelinesFeature,
  mediaJobsFeature,
  storageFeature,
  clearingFeature,
] as const;
