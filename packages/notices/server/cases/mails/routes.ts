import type { Db } from '@vesper/core/db/pool.ts';
import type { Handlers } from '@vesper/core/http/mount.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import { findText, listTexts, resetText, saveText } from './own-texts.ts';

export function caseMailRoutes(db: Db, clock: Clock): Handlers['caseMails'] {
  return {
    list: ({ domainId }) => listTexts(db, domainId),
    get: (which) => findText(db, which),
    save: async (input, { act, actor }) => {
      const { before, after, subject } = await saveText(db, {
        ...input,
        by: actor.username,
        now: clock.now(),
      });
      act.changed({ subject, before, after });
      return findText(db, input);
    },
    reset: async (input, { act }) => {
      const { before, subject } = await resetText(db, input);
      act.changed({ subject, before });
      return findText(db, input);
    },
  };
}
