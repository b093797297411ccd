export { selectLanguageCodes } from './queries.ts';
