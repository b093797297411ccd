/** The width and side padding of full-width parts. */
export const container = 'wide';
