import type { CaseBatch } from '@vesper/contract';
import type { Act, Handlers } from '../../../kernel/http/mount.ts';
import type { Log } from '../../../kernel/lib/log.ts';
import type { CaseParts } from '../../cases/index.ts';
import { decideOrPropose } from '../decide.ts';
import { restoreOrPropose } from '../restoring/restore.ts';
import { oneByOne } from './one-by-one.ts';

export function caseBatchRoutes(parts: CaseParts, log: Log): Handlers['caseBatches'] {
  return {
    async decide({ ids, ...decision }, { actor, act }) {
      const decide = (id: string) => decideOrPropose(parts, { ...decision, id, by: actor.username });
      const batch = await oneByOne(parts.db, log, ids, decide);
      record(act, batch);
      return batch;
    },
    async restore({ ids, reason }, { actor, act }) {
      const restore = (id: string) => restoreOrPropose(parts, { id, reason, by: actor.username });
      const batch = await oneByOne(parts.db, log, ids, restore);
      record(act, batch);
      return batch;
    },
  };
}

function record(act: Act, { results }: CaseBatch): void {
  const idsOf = (isDone: boolean) => results.filter((one) => one.isDone === isDone).map(({ id }) => id);
  act.changed({ after: { done: idsOf(true), refused: idsOf(false) } });
}
