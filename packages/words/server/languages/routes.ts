import type { Db } from '@vesper/core/db/pool.ts';
import type { Handlers } from '@vesper/core/http/mount.ts';
import { changeLanguage, createLanguage, deleteLanguage, listLanguages } from './languages.ts';

export function languageRoutes(db: Db): Handlers['languages'] {
  return {
    list: () => listLanguages(db),
    create: async (input, { act }) => {
      const language = await createLanguage(db, input);
      const { code, name, nativeName, enabled } = language;
      act.changed({ subject: code, after: { code, name, nativeName, enabled } });
      return language;
    },
    change: async ({ id, ...changes }, { act }) => {
      const { before, after, language } = await changeLanguage(db, id, changes);
      act.changed({ subject: language.code, before, after });
      return language;
    },
    delete: async ({ id, version }, { act }) => {
      const { code, name } = await deleteLanguage(db, id, version);
      act.changed({ subject: code, before: { code, name } });
      return { message: `${name} was deleted.` };
    },
  };
}
