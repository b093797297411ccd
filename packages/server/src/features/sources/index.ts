export {
  selectEnabledSources,
  selectSources,
  setSourceCrawled,
  setSourceEnabled,
  type VideoSourceRow,
} from './queries.ts';
export { addSource } from './sources.ts';
