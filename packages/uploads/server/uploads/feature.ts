import { routes } from '@vesper/contract';
import { defineFeature } from '@vesper/core/feature.ts';
import { bindJobs } from '@vesper/core/jobs/bind.ts';
import { cleanUploads } from './clean-uploads.ts';
import { cleanUploadsJob } from './jobs.ts';
import { uploadsRoutes } from './routes.ts';
import { mountTus } from './tus-routes.ts';

export const uploadsFeature = defineFeature({
  room: 'uploads/uploads',
  tables: { uploads: { clearing: 'keeps', shownBy: [routes.uploads.list] } },
  shows: { download_jobs: [routes.uploads.list] },
  calls: (deps: Parameters<typeof uploadsRoutes>[0]) => ({ uploads: uploadsRoutes(deps) }),
  mount: mountTus,
  jobs: bindJobs({ cleanUploadsJob }, (deps: Parameters<typeof cleanUploads>[0]) => ({
    cleanUploadsJob: () => cleanUploads(deps),
  })),
});
