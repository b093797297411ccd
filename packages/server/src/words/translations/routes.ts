import type { Handlers } from '../../kernel/http/mount.ts';
import { listErrors, listRuns, runBatch, stopRun, type TranslationDesk, translatorState } from './runs.ts';

export function translationRoutes(desk: TranslationDesk): Handlers['translations'] {
  const { db } = desk;
  return {
    batch: async (input, { actor, act }) => {
      const result = await runBatch(desk, input, actor.username);
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
    translator: () => translatorState(desk),
  };
}
