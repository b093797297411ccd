import { catalogueCalls } from './catalogue.ts';
import { duplicatesCalls } from './duplicates.ts';
import { moveInsCalls } from './move-ins.ts';

export * from './catalogue.ts';
export * from './duplicates.ts';
export * from './move-ins.ts';

export const catalogueGroups = {
  catalogue: catalogueCalls,
  duplicates: duplicatesCalls,
  moveIns: moveInsCalls,
} as const;

/** The addresses of its pages in the back office. */
export const cataloguePages = {
  videos: '/admin/videos',
  video: '/admin/videos/:id',
  duplicates: '/admin/duplicates',
  moveIns: '/admin/move-ins',
  moveIn: '/admin/move-ins/:id',
} as const;
