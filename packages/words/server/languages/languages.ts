import { type Language, type LanguageChanges, type NewLanguage, ORIGINAL_LANGUAGE } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { refuseOutdated } from '@vesper/core/lib/refuse-outdated.ts';
import {
  deleteLanguageRow,
  insertLanguage,
  type LanguageRow,
  type LanguageUse,
  lockLanguage,
  selectLanguages,
  selectUse,
  updateLanguage,
} from './queries.ts';
import { languageView } from './view.ts';

/** Reserved first segments of addresses. */
const TAKEN_CODES: readonly string[] = ['api', 'bot'];

/** English first, then by name. */
export async function listLanguages(db: Db): Promise<Language[]> {
  return (await selectLanguages(db)).map(languageView);
}

/** Throws bad_request or conflict. */
export async function createLanguage(db: Db, language: NewLanguage): Promise<Language> {
  const code = acceptedCode(language.code);
  const row = await insertLanguage(db, { ...language, code });
  if (!row) throw new AppError('conflict', `A language with the code ${code} already exists.`);
  return getLanguage(db, row.id);
}

type Changed = Omit<LanguageChanges, 'version'>;

/** Throws not_found, or conflict if someone else changed it first. */
export async function changeLanguage(
  db: Db,
  id: string,
  { version, ...changes }: LanguageChanges,
): Promise<{ before: Changed; after: Changed; language: Language }> {
  return db.transaction().execute(async (tx) => {
    const former = await lockLanguage(tx, id);
    if (!former) throw new AppError('not_found', 'This language does not exist.');
    refuseOutdated(version, former.version, changedMeanwhile(former, 'nothing was saved'));
    await updateLanguage(tx, id, changes);
    const was: Changed = {
      name: former.name,
      nativeName: former.native_name,
      enabled: former.enabled,
    };
    const names = (['name', 'nativeName', 'enabled'] as const).filter(
      (name) => changes[name] !== undefined && changes[name] !== was[name],
    );
    const pick = (from: Changed) => Object.fromEntries(names.map((name) => [name, from[name]]));
    return { before: pick(was), after: pick(changes), language: await getLanguage(tx, id) };
  });
}

/** Throws not_found, or conflict if it is in use or has changed since `version`. */
export async function deleteLanguage(db: Db, id: string, version?: number): Promise<LanguageRow> {
  return db.transaction().execute(async (tx) => {
    const use = await selectUse(tx, id);
    if (!use) throw new AppError('not_found', 'This language does not exist.');
    refuseOutdated(version, use.version, changedMeanwhile(use, 'it was not deleted'));
    if (use.code === ORIGINAL_LANGUAGE)
      throw new AppError('conflict', 'English is the language of the originals: it can only be disabled.');
    if (use.hasKeywords || use.hasTranslations)
      throw new AppError(
        'conflict',
        `${use.name} cannot be deleted while ${formatUse(use)} in it. Disable it instead.`,
      );
    await deleteLanguageRow(tx, id);
    return use;
  });
}

function changedMeanwhile({ name, enabled }: LanguageRow, consequence: string): string {
  const state = enabled ? 'enabled' : 'disabled';
  return `Another administrator has changed this language, so ${consequence}. It is now called ${name} and is ${state}.`;
}

async function getLanguage(db: Db, id: string): Promise<Language> {
  const [row] = await selectLanguages(db, id);
  if (!row) throw new AppError('not_found', 'This language does not exist.');
  return languageView(row);
}

function formatUse({ hasKeywords, hasTranslations }: LanguageUse): string {
  if (hasKeywords && hasTranslations) return 'keywords and translations are';
  return hasKeywords ? 'keywords are' : 'translations are';
}

/** One spelling per language: "spa" is es, "pt-br" is pt-BR. */
function acceptedCode(code: string): string {
  const canonical = canonicalCode(code);
  if (!canonical) throw new AppError('bad_request', `"${code}" is not a language code.`);
  if (canonical !== code)
    throw new AppError('bad_request', `The code of that language is written "${canonical}", not "${code}".`);
  if (TAKEN_CODES.includes(code))
    throw new AppError('bad_request', `Addresses that begin with /${code} are reserved.`);
  return code;
}

function canonicalCode(code: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(code)[0];
  } catch {
    return undefined;
  }
}
