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
export { isLikeKnownFilm, rememberFilm } from './known-film-queries.ts';
