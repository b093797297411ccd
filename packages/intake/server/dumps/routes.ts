import { type Act, type Handlers, requireConfirmed } from '@vesper/core/http/mount.ts';
import type { Manners } from '../manners/index.ts';
import { changeDump, getDump, getSample, requireDump } from './layouts.ts';
import { type DumpRuns, listRuns, startRun, startUndoing, stopRun } from './runs.ts';
import { viewRun } from './view.ts';

export function dumpRoutes(runs: DumpRuns & { manners: Manners }): Handlers['dumps'] {
  const { db } = runs;
  const note = async (act: Act, id: string, after: Record<string, unknown>) =>
    act.changed({ subject: (await requireDump(db, id)).name, after });
  return {
    get: ({ id }) => getDump(db, id),
    async change({ id, ...changes }, { actor, act }) {
      const before = await getDump(db, id);
      if (changes.deletionsUrl && changes.deletionsUrl !== before.deletionsUrl)
        requireConfirmed(actor, 'A deletion list can hide every video of its source.');
      const after = await changeDump(db, id, changes);
      act.changed({ subject: (await requireDump(db, id)).name, before, after });
      return after;
    },
    sample: ({ id, ...sampling }) => getSample(runs, id, sampling),
    runs: async ({ id }) => (await listRuns(db, id)).map(viewRun),
    async start({ id, file }, { act }) {
      const run = await startRun(runs, id, file);
      await note(act, id, { run: run.id, file });
      return viewRun(run);
    },
    async stop({ id, runId }, { act }) {
      const run = await stopRun(runs, id, runId);
      await note(act, id, { run: runId, state: run.state });
      return viewRun(run);
    },
    async undo({ id, runId }, { act }) {
      const run = await startUndoing(runs, id, runId);
      await note(act, id, { run: runId, state: run.state });
      return viewRun(run);
    },
  };
}
