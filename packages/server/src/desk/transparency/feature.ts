import { pageHref } from '@vesper/contract';
import type { Db } from '../../kernel/db/pool.ts';
import { defineFeature } from '../../kernel/feature.ts';
import { etagOf, isKnown } from '../../kernel/http/preconditions.ts';
import { bindJobs } from '../../kernel/jobs/bind.ts';
import type { Clock } from '../../kernel/lib/clock.ts';
import { type Asked, exportCases } from './exports.ts';
import { countCasesJob } from './jobs.ts';
import { recount, transparencyCsv, transparencyReport } from './report.ts';

export const transparencyFeature = defineFeature({
  room: 'desk/transparency',
  tables: {
    transparency_counts: { clearing: 'keeps' },
  },
  calls: ({ db }: { db: Db }) => ({
    transparency: { report: () => transparencyReport(db), export: (asked: Asked) => exportCases(db, asked) },
  }),
  mount(app, { db }: { db: Db }) {
    app.get(pageHref.transparencyCsv(), async (request, reply) => {
      const text = await transparencyCsv(db);
      const tag = etagOf(text);
      reply
        .type('text/csv; charset=utf-8; header=present')
        .header('content-disposition', 'attachment; filename="transparency.csv"')
        .header('cache-control', 'public, max-age=300')
        .header('etag', tag)
        // Search engines are to find the page.
        .header('x-robots-tag', 'noindex');
      return isKnown(request.headers['if-none-match'], tag) ? reply.code(304).send() : reply.send(text);
    });
  },
  jobs: bindJobs({ countCasesJob }, ({ db, clock }: { db: Db; clock: Clock }) => ({
    countCasesJob: () => recount({ db, clock }),
  })),
});
