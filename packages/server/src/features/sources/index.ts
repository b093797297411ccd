export { type CategoryMap, mapCategory } from './category-map.ts';
export {
  selectEnabledSources,
  selectSourceDelivery,
  selectSources,
  setSourceCrawled,
  setSourceEnabled,
  type VideoSourceRow,
} from './queries.ts';
export { addSource } from './sources.ts';
