import { routes } from '@vesper/contract';
import { defineFeature } from '@vesper/core/feature.ts';
import { bindJobs } from '@vesper/core/jobs/bind.ts';
import type { Manners } from '../manners/index.ts';
import { dueDumpsJob, undoDeletionsJob } from './jobs.ts';
import { dumpRoutes } from './routes.ts';
import { type DumpRuns, startDueRuns, undoDeletions } from './runs.ts';

/** The pipeline reads them: see `dumpJob`. */
export const dumpsFeature = defineFeature({
  room: 'intake/dumps',
  tables: {
    dump_layouts: { clearing: 'keeps', shownBy: [routes.dumps.get] },
    dump_runs: { clearing: 'keeps', shownBy: [routes.dumps.runs] },
    withdrawn_lines: { clearing: 'keeps' },
  },
  calls: ({ db, queue, clock, manners }: DumpRuns & { manners: Manners }) => ({
    dumps: dumpRoutes({ db, queue, clock, manners }),
  }),
  jobs: bindJobs({ undoDeletionsJob, dueDumpsJob }, ({ db, queue, clock }: DumpRuns) => ({
    undoDeletionsJob: ({ runId }, { signal }) => undoDeletions(db, runId, signal),
    dueDumpsJob: () => startDueRuns({ db, queue, clock }),
  })),
});
