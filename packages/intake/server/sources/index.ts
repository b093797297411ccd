export { momentOf, selectByCoverage, selectRefusal, stopUncoveredSources } from './basis-queries.ts';
export { type CategoryMap, mapCategory } from './category-map.ts';
export { sourceBasisJob } from './jobs.ts';
export { requireSelectors } from './page-rules.ts';
export {
  addVideosAdded,
  deleteSourceRow,
  type Reading,
  recordPageReading,
  recordReading,
  selectDeletingSources,
  selectEnabledSources,
  selectSource,
  selectSourceDelivery,
  selectSources,
  selectSourcesInNeed,
  sourceEnabledBefore,
  updateSource,
  type VideoSourceRow,
} from './queries.ts';
export { auditedSource } from './routes.ts';
export {
  changedSince,
  getSource,
  listSources,
  rehearseSource,
  requireCovered,
  requireSource,
  type Sources,
} from './sources.ts';
