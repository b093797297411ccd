export { countLost, endFileChecks } from './file-check-queries.ts';
export { redownload } from './redownload.ts';
