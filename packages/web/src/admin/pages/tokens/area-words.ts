import { ADMIN_AREAS } from '@vesper/contract';

/** Areas that a token can have access to. */
export const TOKEN_AREAS = ADMIN_AREAS.filter((area) => area !== 'account');
export type TokenArea = (typeof TOKEN_AREAS)[number];

export const AREA_WORDS: Record<TokenArea, { title: string; about: string }> = {
  catalogue: {
    title: 'Catalogue',
    about: 'Videos, categories and tags, duplicates, pictures and renditions',
  },
  ingest: { title: 'Intake', about: 'Downloads, sources, crawler runs and their decisions' },
  takedowns: {
    title: 'DMCA requests',
    about: 'Copyright notices, with names and addresses',
  },
  words: { title: 'Words', about: 'Keywords, languages and translations' },
  site: { title: 'Site', about: 'Domains with their brand and texts, settings and numbers' },
};

/** `catalogue:write` as "Catalogue: change". */
export function scopeWords(scope: string): string {
  const [area = '', right] = scope.split(':');
  const { title } = AREA_WORDS[area as TokenArea] ?? { title: area };
  return `${title}: ${right === 'write' ? 'read and change' : 'read'}`;
}
