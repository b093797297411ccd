export { holdUploadedFilm, selectUploadedFilm, type UploadedFilm } from './queries.ts';
export { fileOf as fileOfUpload, removeFile as removeUploadedFile } from './receiving.ts';
