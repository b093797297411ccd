import { routes } from '@vesper/contract';
import type { Db } from '../../kernel/db/pool.ts';
import { defineFeature } from '../../kernel/feature.ts';
import type { Clock } from '../../kernel/lib/clock.ts';
import { caseMailRoutes } from './routes.ts';

export const caseMailsFeature = defineFeature({
  room: 'desk/case-mails',
  tables: { case_mail_texts: { clearing: 'keeps', shownBy: [routes.caseMails] } },
  calls: ({ db, clock }: { db: Db; clock: Clock }) => ({ caseMails: caseMailRoutes(db, clock) }),
});
