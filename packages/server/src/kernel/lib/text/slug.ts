/**
 * A slug: lower-case letters and digits of any script, joined by single hyphens, at most 80 characters.
 * Accents are folded (NFKD). Text without a letter or digit gives an empty slug.
 */
export function slugify(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 80)
    .replace(/^-+|-+$/g, '');
}
