import { slugify } from '@vesper/core/lib/text/slug.ts';

/** Never empty. */
export function slugOfTitle(title: string): string {
  return slugify(title) || 'video';
}
