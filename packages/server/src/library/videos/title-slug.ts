import { slugify } from '../../kernel/lib/text/slug.ts';

/** A video's slug, never empty. */
export function slugOfTitle(title: string): string {
  return slugify(title) || 'video';
}
