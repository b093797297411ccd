export { recordFinding } from './decisions.ts';
export {
  DuplicateError,
  type Finding,
  findBeforeFetching,
  findBeforePublishing,
  findByContent,
  findByEnds,
  type Newcomer,
} from './findings.ts';
export {
  beginFilm,
  isLikeKnownFilm,
  type KnownFilm,
  rememberFilm,
  selectKnownFilm,
} from './known-film-queries.ts';
