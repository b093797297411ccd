import type { Handlers } from '@vesper/core/http/mount.ts';
import { listErrors, listRuns, runBatch, stopRun, type TranslationDeps, translatorState } from './runs.ts';

export function translationRoutes(deps: TranslationDeps): Handlers['translations'] {
  const { db } = deps;
  return {
    batch: async (input, { actor, act }) => {
      const result = await runBatch(deps, input, actor.username);
      act.changed({ subject: result.runId, after: result });
      return result;
    },
    runs: (query) => listRuns(db, query),
    errors: (query) => listErrors(db, query),
    stop: async ({ id }, { act }) => {
      const run = await stopRun(db, id);
      act.changed({ subject: id, after: { state: run.state } });
      return run;
    },
    translator: () => translatorState(deps),
  };
}
