import type { KeywordChanges, KeywordDeleted, KeywordRecord, NewKeyword } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { collisionOf } from '@vesper/core/db/transaction.ts';
import type { Handlers } from '@vesper/core/http/mount.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { refuseOutdated } from '@vesper/core/lib/refuse-outdated.ts';
import {
  deleteKeywordRow,
  insertKeyword,
  type KeywordRecordRow,
  keepAddress,
  lockKeyword,
  selectKeywordAt,
  selectKeywordRecord,
  selectKeywords,
  selectLanguageExists,
  updateKeyword,
} from './edit-queries.ts';
import { settleStanding } from './standing.ts';
import { keywordRecordView } from './view.ts';

type KeywordsRequest = Parameters<Handlers['keywords']['list']>[0];

const MAX_WORDS = 10;

/** Newest first; each word of the search must be the prefix of a word of the keyword. */
export async function listKeywords(db: Db, request: KeywordsRequest): Promise<KeywordRecord[]> {
  const { limit, before, languageCode, enabled, standing } = request;
  const words = beginnings(request.search ?? '');
  if (words === '' && request.search?.trim()) return [];
  const rows = await selectKeywords(db, {
    limit,
    before,
    standing,
    words: words || undefined,
    languageCode: languageCode === 'none' ? '' : languageCode || undefined,
    enabled: enabled === undefined ? undefined : enabled === 'true',
  });
  return rows.map(keywordRecordView);
}

/** A signed-in administrator has read the words; a program with a token has not. */
interface SavedBy {
  isPerson: boolean;
  isRefused: (text: string) => boolean;
}

/**
 * Throws bad_request (unknown language), conflict (taken address), or forbidden if a program calls the words reviewed.
 */
export async function createKeyword(db: Db, keyword: NewKeyword, by: SavedBy): Promise<KeywordRecord> {
  refuseReview(keyword, by);
  const reviewed = keyword.reviewed ?? by.isPerson;
  const made = await db.transaction().execute(async (tx) => {
    await requireLanguage(tx, keyword.languageCode);
    const id = await insertKeyword(tx, { ...withCountry(keyword), reviewed });
    if (id === undefined) throw await addressTaken(tx, keyword);
    return id;
  });
  await settleStanding(db, made);
  return getKeyword(db, made);
}

export interface EditedKeyword {
  before: Partial<KeywordRecord>;
  after: Partial<KeywordRecord>;
  keyword: KeywordRecord;
}

/** A former address redirects. Throws not_found, and like `createKeyword`; conflict also if someone else changed it first. */
export async function changeKeyword(
  db: Db,
  id: string,
  { version, ...changes }: KeywordChanges,
  by: SavedBy,
): Promise<EditedKeyword> {
  refuseReview(changes, by);
  const address = await selectKeywordRecord(db, id);
  const wanted = {
    languageCode: changes.languageCode === undefined ? address?.language_code : changes.languageCode,
    slug: changes.slug ?? address?.slug ?? '',
  };
  try {
    const former = await db.transaction().execute(async (tx) => {
      const former = await lockKeyword(tx, id);
      if (!former) throw new AppError('not_found', 'This keyword does not exist.');
      const consequence = 'nothing was saved. Reload it and repeat your change';
      refuseOutdated(version, former.version, changedMeanwhile(former, consequence));
      await requireLanguage(tx, changes.languageCode);
      await updateKeyword(tx, id, {
        ...withCountry(changes),
        ...refusalOf(by, changes, former),
        reviewed: reviewedBy(by, changes, former),
      });
      if (isOtherAddress(former, changes)) await keepAddress(tx, former);
      return former;
    });
    await settleStanding(db, id);
    return comparison(keywordRecordView(former), await getKeyword(db, id));
  } catch (error) {
    if (collisionOf(error) === 'unique') throw await addressTaken(db, wanted);
    throw error;
  }
}

/** Throws not_found, or conflict if it has changed since `version`. */
export async function deleteKeyword(
  db: Db,
  id: string,
  version?: number,
): Promise<{ deleted: KeywordDeleted; keyword: KeywordRecord }> {
  return db.transaction().execute(async (tx) => {
    const former = await lockKeyword(tx, id);
    if (!former) throw new AppError('not_found', 'This keyword does not exist.');
    refuseOutdated(
      version,
      former.version,
      changedMeanwhile(former, 'it was not deleted. Please check it again'),
    );
    await keepAddress(tx, former);
    const unlinked = await deleteKeywordRow(tx, id);
    const links = unlinked === 1 ? 'its link to 1 video' : `its links to ${unlinked} videos`;
    const message = `The keyword "${former.keyword}" was deleted${unlinked > 0 ? ` with ${links}` : ''}.`;
    return { deleted: { message, unlinked }, keyword: keywordRecordView(former) };
  });
}

export async function getKeyword(db: Db, id: string): Promise<KeywordRecord> {
  const row = await selectKeywordRecord(db, id);
  if (!row) throw new AppError('not_found', 'This keyword does not exist.');
  return keywordRecordView(row);
}

async function requireLanguage(tx: Db, code: string | null | undefined): Promise<void> {
  if (code === null || code === undefined || (await selectLanguageExists(tx, code))) return;
  throw new AppError('bad_request', `No language has the code "${code}".`);
}

async function addressTaken(
  db: Db,
  address: { languageCode?: string | null | undefined; slug: string },
): Promise<AppError> {
  const other = await selectKeywordAt(db, address);
  const path = `/${address.languageCode ?? 'en'}/${address.slug}`;
  const owner = other ? `the keyword "${other.keyword}"` : 'another keyword';
  const shared =
    other && (other.language_code ?? null) !== (address.languageCode ?? null)
      ? ' Keywords without a language share addresses with English ones.'
      : '';
  return new AppError('conflict', `The address ${path} already belongs to ${owner}.${shared}`, {
    slug: 'This slug is taken.',
  });
}

function refuseReview(
  { reviewed, passed }: { reviewed?: boolean | undefined; passed?: boolean | undefined },
  { isPerson }: SavedBy,
): void {
  if (isPerson) return;
  if (reviewed) throw new AppError('forbidden', 'Only a signed-in administrator can mark words as reviewed.');
  if (passed) throw new AppError('forbidden', 'Only a signed-in administrator can allow blocked terms.');
}

/** Undefined leaves a mark unchanged; changed words are checked again. */
function refusalOf(
  { isRefused }: SavedBy,
  { passed, ...changes }: KeywordChanges,
  former: KeywordRecordRow,
): { passed?: boolean; isRefused?: boolean } {
  const was = [former.keyword, former.slug, former.meta_title, former.meta_description];
  const words = [changes.keyword, changes.slug, changes.metaTitle, changes.metaDescription].map(
    (word, n) => word ?? was[n] ?? '',
  );
  if (passed) return { passed, isRefused: false };
  if (passed === undefined && words.join('\n') === was.join('\n')) return {};
  return { passed: false, isRefused: words.some(isRefused) };
}

function reviewedBy(
  { isPerson }: SavedBy,
  { reviewed, metaTitle, metaDescription }: KeywordChanges,
  former: KeywordRecordRow,
): boolean | undefined {
  if (reviewed !== undefined) return reviewed;
  const isOther =
    (metaTitle ?? former.meta_title) !== former.meta_title ||
    (metaDescription ?? former.meta_description) !== former.meta_description;
  if (isPerson) return metaTitle !== undefined || metaDescription !== undefined ? true : undefined;
  return isOther ? false : undefined;
}

function isOtherAddress(former: KeywordRecordRow, { languageCode, slug }: KeywordChanges): boolean {
  const isOtherLanguage =
    languageCode !== undefined && (languageCode ?? 'en') !== (former.language_code ?? 'en');
  return isOtherLanguage || (slug !== undefined && slug !== former.slug);
}

function changedMeanwhile({ keyword }: KeywordRecordRow, consequence: string): string {
  return `The keyword "${keyword}" was changed by someone else in the meantime, so ${consequence}.`;
}

const DERIVED: readonly (keyof KeywordRecord)[] = ['version', 'standing', 'alikeTo'];

function comparison(former: KeywordRecord, keyword: KeywordRecord): EditedKeyword {
  const names = (Object.keys(keyword) as (keyof KeywordRecord)[]).filter(
    (name) => !DERIVED.includes(name) && former[name] !== keyword[name],
  );
  const pick = (from: KeywordRecord) => Object.fromEntries(names.map((name) => [name, from[name]]));
  return { before: pick(former), after: pick(keyword), keyword };
}

function withCountry<Fields extends { countryCode?: string | null | undefined }>(fields: Fields): Fields {
  return fields.countryCode ? { ...fields, countryCode: fields.countryCode.toUpperCase() } : fields;
}

/** A tsquery of prefixes; empty for a text without words. */
function beginnings(search: string): string {
  const words = search.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return words
    .slice(0, MAX_WORDS)
    .map((word) => `'${word.slice(0, 60)}':*`)
    .join(' & ');
}
