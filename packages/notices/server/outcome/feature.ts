import type { AuditSettings } from '@vesper/access/audit';
import { pageHref, routes } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { defineFeature } from '@vesper/core/feature.ts';
import { etagOf, isKnown } from '@vesper/core/http/preconditions.ts';
import { bindJobs } from '@vesper/core/jobs/bind.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import { type CaseDeps, type CaseParts, casePartsOf, withDomains } from '../cases/index.ts';
import { caseBatchRoutes } from './desk/batch-routes.ts';
import { proposalRoutes } from './desk/proposal-routes.ts';
import { caseRoutes, caseworkRoutes } from './desk/routes.ts';
import * as jobs from './jobs.ts';
import { releaseCopies, takeOffCopies } from './restoring/copies.ts';
import { runClocks } from './run-clocks.ts';
import { type Asked, exportCases } from './transparency/exports.ts';
import { isGone, type PageWanted } from './transparency/gone.ts';
import { recount, transparencyCsv, transparencyReport } from './transparency/report.ts';

export const outcomeFeature = defineFeature({
  room: 'notices/outcome',
  tables: {
    source_strikes: { clearing: 'keeps', shownBy: [routes.sources, routes.takedowns.strikes] },
    takedown_videos: { clearing: 'follows' },
    transparency_counts: { clearing: 'keeps' },
  },
  shows: { video_sources: [routes.takedowns.strikes] },
  calls(deps: CaseDeps & { audit: AuditSettings; log: Log }) {
    const parts = casePartsOf(deps);
    return {
      casework: caseworkRoutes(parts),
      caseBatches: caseBatchRoutes(parts, deps.log),
      proposals: proposalRoutes(parts),
      cases: caseRoutes(parts),
      transparency: {
        report: () => transparencyReport(deps.db),
        export: (asked: Asked) => exportCases(deps.db, asked),
        gone: (wanted: PageWanted) => isGone(deps.db, wanted),
      },
    };
  },
  mount(app, { db }: { db: Db }) {
    app.get(pageHref.transparencyCsv(), async (request, reply) => {
      const text = await transparencyCsv(db);
      const tag = etagOf(text);
      reply
        .type('text/csv; charset=utf-8; header=present')
        .header('content-disposition', 'attachment; filename="transparency.csv"')
        .header('cache-control', 'public, max-age=300')
        .header('etag', tag)
        // Only the page is for search engines.
        .header('x-robots-tag', 'noindex');
      return isKnown(request.headers['if-none-match'], tag) ? reply.code(304).send() : reply.send(text);
    });
  },
  jobs: bindJobs(jobs, (work: Omit<CaseParts, 'configFor'> & { log: Log }) => ({
    caseClocksJob: () => runClocks(withDomains(work)),
    caseCopiesJob: ({ caseId, act, by }, { signal }) =>
      (act === 'release' ? releaseCopies : takeOffCopies)(withDomains(work), { caseId, by, signal }),
    countCasesJob: () => recount(work),
  })),
});
