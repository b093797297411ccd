export { moveInCommands } from './commands.ts';
export { FileProblem, openInside } from './inside-folder.ts';
export { noteFilms } from './note-films.ts';
export { type FilmToMove, holdFilm, selectFilmToMove } from './queries.ts';
