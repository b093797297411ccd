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
export { beginFilm, isLikeKnownFilm, rememberFilm } from './known-film-queries.ts';
