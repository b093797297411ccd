export { FileProblem, openInside } from './inside-folder.ts';
export { type FilmToMove, holdFilm, selectFilmToMove } from './queries.ts';
