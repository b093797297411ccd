/** The width and side padding of full-width parts. */
export const container = 'mx-auto w-full max-w-[108rem] px-4 sm:px-6 lg:px-8';
