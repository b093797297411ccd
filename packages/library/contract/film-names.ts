/** Names of files that may be films. */
export const FILM_NAME =
  /\.(?:mp4|m4v|mov|mkv|webm|avi|wmv|asf|flv|f4v|mpe?g|m2v|ts|m2ts|mts|3gp|3g2|ogv|ogm|vob|divx)$/i;
