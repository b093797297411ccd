export { followBasis } from './basis.ts';
export { selectRefusal } from './basis-queries.ts';
export { type CategoryMap, mapCategory } from './category-map.ts';
export { deleteSource } from './deletion.ts';
export { sourceBasisJob } from './jobs.ts';
export {
  type Reading,
  recordPageReading,
  recordReading,
  selectEnabledSources,
  selectSource,
  selectSourceDelivery,
  selectSources,
  sourceEnabledBefore,
  type VideoSourceRow,
} from './queries.ts';

export {
  changeSource,
  createSource,
  getSourceByAddress,
  listSources,
  rehearseSource,
  type Sources,
} from './sources.ts';
