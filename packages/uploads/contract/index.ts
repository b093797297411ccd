import { uploadsCalls } from './uploads.ts';

export * from './uploads.ts';

export const uploadsGroups = { uploads: uploadsCalls } as const;

/** The addresses of its pages in the back office. */
export const uploadsPages = { uploads: '/admin/uploads' } as const;
