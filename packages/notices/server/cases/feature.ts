import { routes } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { reportMissingKeys } from '@vesper/core/db/sealed/missing-keys.ts';
import { defineFeature } from '@vesper/core/feature.ts';
import { defineFigures, samplesBy } from '@vesper/core/figures.ts';
import { bindJobs } from '@vesper/core/jobs/bind.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import type { SiteFacts } from '@vesper/site/operation';
import { type BackupParts, noteErasedIn } from '@vesper/upkeep/backups';
import type { CaseParts } from './cases.ts';
import * as jobs from './jobs.ts';
import { caseMailRoutes } from './mails/routes.ts';
import { forgetIn, forgetOld } from './sealing/forget.ts';
import { CASES } from './sealing/queries.ts';

type KeyWork = Pick<CaseParts, 'db' | 'clock' | 'keys'> & { log: Log; backups: BackupParts };

export const casesFeature = defineFeature({
  room: 'notices/cases',
  tables: {
    cases: {
      clearing: 'keeps',
      shownBy: [
        routes.takedowns.list,
        routes.takedowns.get,
        routes.takedowns.summaries,
        routes.takedowns.summary,
        routes.casework.list,
        routes.casework.get,
      ],
    },
    case_clocks: { clearing: 'keeps' },
    case_papers: { clearing: 'keeps' },
    case_proposals: { clearing: 'keeps', shownBy: [routes.proposals.list] },
    case_targets: { clearing: 'keeps' },
    case_mail_texts: { clearing: 'keeps', shownBy: [routes.caseMails] },
  },
  sealed: [{ ...CASES, forget: forgetIn }],
  calls: ({ db, clock }: { db: Db; clock: Clock }) => ({ caseMails: caseMailRoutes(db, clock) }),
  figures: defineFigures(
    {
      cases: {
        help: 'Open cases past their time limit, or less than a day before it; at most 1000 each',
        labels: ['clock'],
      },
    },
    async ({ look }: { look: () => Promise<SiteFacts> }) => {
      const { known } = await look();
      return {
        cases: known
          ? samplesBy('clock', { overdue: known.cases.overdue, due_soon: known.cases.dueSoon })
          : [],
      };
    },
  ),
  jobs: bindJobs(jobs, (work: KeyWork) => ({
    caseKeysJob: async () => {
      await reportMissingKeys(work.db, work.keys, work.log);
      await forgetOld({ ...work, noteErased: (...erased) => noteErasedIn(work.backups, ...erased) });
    },
  })),
});
