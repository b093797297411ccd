export { moveInCommands } from './commands.ts';
export { FileProblem, openInside } from './inside-folder.ts';
export { type FilmToMove, holdMoveIn, selectFilmToMove } from './queries.ts';
