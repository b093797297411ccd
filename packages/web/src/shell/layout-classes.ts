/** The width and side room of everything that lies across the page. */
export const container = 'mx-auto w-full max-w-[108rem] px-4 sm:px-6 lg:px-8';
