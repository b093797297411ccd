/** A call's `takesFile` for a picture. Types for a browser's dialog: the server goes by the content. */
export const PICTURE_FILE = { maxBytes: 20 * 1024 * 1024 } as const;
export const PICTURE_TYPES = 'image/jpeg,image/png,image/webp,image/avif';
