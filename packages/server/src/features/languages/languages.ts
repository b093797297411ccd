import { type Language, type LanguageChanges, type NewLanguage, ORIGINAL_LANGUAGE } from '@vesper/contract';
import type { Db } from '../../db/pool.ts';
import { AppError } from '../../lib/app-error.ts';
import {
  deleteLanguageRow,
  insertLanguage,
  type LanguageRow,
  selectLanguages,
  selectUse,
  updateLanguage,
} from './queries.ts';
import { languageView } from './view.ts';

/** First segments of addresses that look like a language code and are something else. */
const TAKEN_CODES: readonly string[] = ['api', 'bot'];

/** English first, since originals are in it; then by name. */
export async function listLanguages(db: Db): Promise<Language[]> {
  return (await selectLanguages(db)).map(languageView);
}

/** Throws bad_request on a code that is none, or belongs to other addresses; conflict where the language is there. */
export async function createLanguage(db: Db, language: NewLanguage): Promise<Language> {
  const code = acceptedCode(language.code);
  const row = await insertLanguage(db, { ...language, code });
  if (!row) throw new AppError('conflict', `There is a language with the code ${code} already.`);
  return getLanguage(db, row.id);
}

/** Changes what is given, and says what was different before. Throws not_found. */
export async function changeLanguage(
  db: Db,
  id: string,
  changes: LanguageChanges,
): Promise<{ before: LanguageChanges; after: LanguageChanges; language: Language }> {
  return db.transaction().execute(async (tx) => {
    const former = await updateLanguage(tx, id, changes);
    if (!former) throw new AppError('not_found', 'There is no such language.');
    const was: LanguageChanges = {
      name: former.name,
      nativeName: former.native_name,
      enabled: former.enabled,
    };
    const names = (['name', 'nativeName', 'enabled'] as const).filter(
      (name) => changes[name] !== undefined && changes[name] !== was[name],
    );
    const pick = (from: LanguageChanges) => Object.fromEntries(names.map((name) => [name, from[name]]));
    return { before: pick(was), after: pick(changes), language: await getLanguage(tx, id) };
  });
}

/** Throws not_found, and conflict where something is in that language. */
export async function deleteLanguage(db: Db, id: string): Promise<LanguageRow> {
  return db.transaction().execute(async (tx) => {
    const use = await selectUse(tx, id);
    if (!use) throw new AppError('not_found', 'There is no such language.');
    if (use.code === ORIGINAL_LANGUAGE)
      throw new AppError('conflict', 'English is the language of the originals: it can only be disabled.');
    if (use.hasKeywords || use.hasTranslations)
      throw new AppError(
        'conflict',
        `${use.name} cannot be deleted while ${sayUse(use)} in it. Disable it instead.`,
      );
    await deleteLanguageRow(tx, id);
    return use;
  });
}

async function getLanguage(db: Db, id: string): Promise<Language> {
  const [row] = await selectLanguages(db, id);
  if (!row) throw new AppError('not_found', 'There is no such language.');
  return languageView(row);
}

function sayUse({
  hasKeywords,
  hasTranslations,
}: {
  hasKeywords: boolean;
  hasTranslations: boolean;
}): string {
  if (hasKeywords && hasTranslations) return 'keywords and translations are';
  return hasKeywords ? 'keywords are' : 'translations are';
}

/** One spelling of each language, so that nobody makes two of one: "spa" is es, and "pt-br" is pt-BR. */
function acceptedCode(code: string): string {
  const canonical = canonicalCode(code);
  if (!canonical) throw new AppError('bad_request', `"${code}" is not a language code.`);
  if (canonical !== code)
    throw new AppError('bad_request', `The code of that language is written "${canonical}", not "${code}".`);
  if (TAKEN_CODES.includes(code))
    throw new AppError('bad_request', `Addresses that begin with /${code} belong to the engine itself.`);
  return code;
}

function canonicalCode(code: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(code)[0];
  } catch {
    return undefined;
  }
}
