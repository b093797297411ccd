import { setTimeout as sleep } from 'node:timers/promises';
import {
  LANGUAGE_REQUIRED,
  ORIGINAL_LANGUAGE,
  type TranslationBatchResult,
  type TranslationError,
  type TranslationRun,
  type TranslatorState,
} from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import type { Queue } from '@vesper/core/jobs/queue.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { selectLanguageCodes } from '../languages/index.ts';
import { translationRunJob } from './jobs.ts';
import {
  endRun,
  insertRun,
  type LanguageState,
  type ListedRunRow,
  selectFaults,
  selectLanguage,
  selectRun,
  selectRunningRun,
  selectRuns,
} from './run-queries.ts';
import { type Translator, TranslatorError } from './translator.ts';
import { translationErrorView, translationRunView } from './view.ts';

export interface TranslationDeps {
  db: Db;
  queue: Queue;
  translator: Translator | undefined;
  waitMs: number;
  signal: AbortSignal;
}

export const NO_TRANSLATOR =
  'No translator is set up. Set TRANSLATOR to apertium (a program on this machine) or libretranslate (a server, named with LIBRETRANSLATE_URL), and restart.';

const LOOK_EVERY_MS = 200;
const ASK_TIMEOUT_MS = 30_000;

/** Starts a batch or joins the running one, until it ends or a timeout. Throws bad_request or unavailable. */
export async function runBatch(
  deps: TranslationDeps,
  batch: { languageCode: string; limit: number },
  startedBy: string,
): Promise<TranslationBatchResult> {
  const language = await requireLanguage(deps.db, batch.languageCode);
  const translator = await requireTranslator(deps, language);
  const id = await startOrJoin(deps, {
    languageCode: language.code,
    translator: translator.name,
    most: batch.limit,
    startedBy,
  });
  const run = await waitForEnd(deps, id);
  if (run.state === 'failed') throw new AppError('unavailable', run.message ?? 'The translator has failed.');
  return {
    translatedCount: run.translated,
    skippedCount: run.skipped,
    errorCount: run.errors,
    runId: String(run.id),
    state: run.state as TranslationBatchResult['state'],
    hasMore: run.state !== 'running' && !run.reached_end,
    message: run.message,
  };
}

async function requireLanguage(db: Db, code: string): Promise<LanguageState> {
  if (code === '') throw new AppError('bad_request', LANGUAGE_REQUIRED);
  const language = await selectLanguage(db, code);
  if (!language) throw new AppError('bad_request', `${LANGUAGE_REQUIRED}: none has the code "${code}".`);
  if (!language.enabled)
    throw new AppError('bad_request', `${LANGUAGE_REQUIRED} that is enabled: ${language.name} is not.`);
  if (code === ORIGINAL_LANGUAGE)
    throw new AppError(
      'bad_request',
      `${LANGUAGE_REQUIRED} other than ${language.name}, in which the originals are.`,
    );
  return language;
}

/** Throws conflict without a translator, bad_request without this language, unavailable without an answer. */
async function requireTranslator(deps: TranslationDeps, language: LanguageState): Promise<Translator> {
  const { translator } = deps;
  if (!translator) throw new AppError('conflict', NO_TRANSLATOR);
  const codes = await supportedNow(deps, translator, [language.code]);
  if (codes.length > 0) return translator;
  const remedy =
    translator.name === 'apertium'
      ? 'Apertium needs a package for each pair of languages, such as apertium-eng-spa for Spanish.'
      : 'The LibreTranslate server has not loaded that language.';
  throw new AppError('bad_request', `English cannot be translated into ${language.name} here. ${remedy}`);
}

async function supportedNow(
  { signal }: Pick<TranslationDeps, 'signal'>,
  translator: Translator,
  codes: readonly string[],
): Promise<string[]> {
  try {
    return await translator.supported(codes, AbortSignal.any([signal, AbortSignal.timeout(ASK_TIMEOUT_MS)]));
  } catch (error) {
    if (error instanceof TranslatorError) throw new AppError('unavailable', error.message);
    throw error;
  }
}

async function startOrJoin(
  { db, queue }: TranslationDeps,
  run: { languageCode: string; translator: string; most: number; startedBy: string },
): Promise<number> {
  for (;;) {
    const id = await db.transaction().execute(async (tx) => {
      const made = await insertRun(tx, run);
      const found = made ?? (await selectRunningRun(tx, run.languageCode));
      // Also for a running batch, whose job may be lost.
      if (found !== undefined) await queue.send(tx, translationRunJob, { runId: String(found) });
      return found;
    });
    if (id !== undefined) return id;
  }
}

async function waitForEnd({ db, waitMs, signal }: TranslationDeps, id: number): Promise<ListedRunRow> {
  const until = performance.now() + waitMs;
  for (;;) {
    const run = await getRun(db, id);
    if (run.state !== 'running' || performance.now() >= until || signal.aborted) return run;
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => {});
  }
}

export async function listRuns(
  db: Db,
  query: { limit: number; before: number; languageCode?: string | undefined },
): Promise<TranslationRun[]> {
  return (await selectRuns(db, query)).map(translationRunView);
}

/** Throws not_found. */
export async function listErrors(
  db: Db,
  { id, after, limit }: { id: string; after: string; limit: number },
): Promise<TranslationError[]> {
  await getRun(db, Number(id));
  return (await selectFaults(db, { runId: Number(id), after, limit })).map(translationErrorView);
}

/** Keeps its translations. Throws not_found, or conflict if it has already ended. */
export async function stopRun(db: Db, id: string): Promise<TranslationRun> {
  const stopped = await endRun(db, Number(id), { state: 'stopped', message: null });
  const run = await getRun(db, Number(id));
  if (!stopped && run.state !== 'stopped') throw new AppError('conflict', 'This batch has already ended.');
  return translationRunView(run);
}

export async function translatorState(deps: TranslationDeps): Promise<TranslatorState> {
  const { db, translator } = deps;
  if (!translator) return { name: null, sentence: NO_TRANSLATOR, languageCodes: [] };
  const { name } = translator;
  const codes = (await selectLanguageCodes(db)).filter((code) => code !== ORIGINAL_LANGUAGE);
  try {
    const languageCodes = await supportedNow(deps, translator, codes);
    const which = name === 'apertium' ? 'Apertium, on this machine,' : 'A LibreTranslate server';
    const count =
      languageCodes.length === 1 ? '1 of the languages' : `${languageCodes.length} of the languages`;
    return { name, sentence: `${which} translates English into ${count} of this site.`, languageCodes };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { name, sentence: error.message, languageCodes: [] };
  }
}

async function getRun(db: Db, id: number): Promise<ListedRunRow> {
  const run = await selectRun(db, id);
  if (!run) throw new AppError('not_found', 'This batch does not exist.');
  return run;
}
