import { forgetSessions, forgetSessionsJob } from '../access/sessions/index.ts';
import { bulkActJob, runBulkAct, tendCatalogue, tendCatalogueJob } from '../desk/catalogue/index.ts';
import { deleteAllCleared, deleteClearedJob } from '../desk/clearing/index.ts';
import type { Queue } from '../kernel/jobs/queue.ts';
import { handle, type JobHandler } from '../kernel/jobs/runner.ts';
import { cleanStorageJob } from '../library/media/index.ts';
import { refreshSearchRanks, remakeStaleDocuments, searchDocumentsJob } from '../library/search/index.ts';
import { moveTopics, moveTopicsJob } from '../library/topics/index.ts';
import {
  adoptPlayers,
  adoptPlayersJob,
  facetViewsJob,
  fillPlaceholders,
  placeholdersJob,
  refreshFacetViews,
  refreshRelated,
  refreshViewedFacets,
  relatedJob,
  searchRanksJob,
} from '../library/videos/index.ts';
import { forgetVisitors, forgetVisitorsJob } from '../library/views/index.ts';
import { keepStatistics, keepStatisticsJob } from '../site/statistics/index.ts';
import { cleanNow } from './cleaning.ts';
import type { Base } from './compose.ts';

/** The jobs that keep the catalogue's copies and its storage in order. */
export function catalogueHandlers(base: Base, queue: Queue): JobHandler[] {
  const { config, db, clock, storages, log } = base;
  return [
    handle(relatedJob, ({ videoId }) => refreshRelated(db, videoId)),
    handle(facetViewsJob, (_data, { signal }) => refreshViewedFacets(db, signal)),
    handle(searchRanksJob, async (_data, { signal }) => {
      await refreshFacetViews(db, signal);
      await refreshSearchRanks(db, signal);
    }),
    handle(searchDocumentsJob, (_data, { signal }) => remakeStaleDocuments(db, signal)),
    handle(placeholdersJob, (_data, context) => fillPlaceholders(db, storages, context)),
    handle(bulkActJob, ({ bulkActId }, { signal }) => runBulkAct({ db, queue, clock }, bulkActId, signal)),
    handle(deleteClearedJob, async (_data, { signal }) => {
      await deleteAllCleared(db, signal);
      // Of what was off the site, and stays.
      await remakeStaleDocuments(db, signal);
    }),
    handle(tendCatalogueJob, (_data, { signal }) => tendCatalogue({ db, queue, clock }, { signal })),
    handle(adoptPlayersJob, async (_data, { signal }) => {
      const adopted = await adoptPlayers(db, config.embedProviders, signal);
      if (adopted > 0) log.info({ adopted }, 'Embedded videos have found their providers.');
    }),
    handle(moveTopicsJob, (_data, { signal }) => moveTopics(db, signal)),
    handle(forgetSessionsJob, () => forgetSessions(db, clock.now())),
    handle(forgetVisitorsJob, () => forgetVisitors(db, clock.now())),
    handle(keepStatisticsJob, (_data, { signal }) => keepStatistics(db, clock.now(), signal)),
    handle(cleanStorageJob, async (_data, { signal }) => {
      const { faults, ...report } = await cleanNow(base, signal);
      log.info(report, 'The storage was cleaned.');
      if (faults.length > 0) log.error({ faults: faults.slice(0, 10) }, 'A part of it could not be cleaned.');
    }),
  ];
}
