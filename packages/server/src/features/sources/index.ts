export {
  selectEnabledSources,
  selectSources,
  setSourceCrawled,
  setSourceEnabled,
  sourceEnabledBefore,
  type VideoSourceRow,
} from './queries.ts';
export { addSource } from './sources.ts';
