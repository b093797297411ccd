import { OWNER } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import type { NamedCall } from '@vesper/core/http/call-names.ts';
import { sql } from 'kysely';
import { exampleInput } from '../site/server/api-document/example.ts';
import { FOUR_ID, ONE_ID, ONE_NUMBER, THREE_ID, TWO_ID } from './one-of-each.ts';

type Input = Record<string, unknown>;

export interface Caller {
  id: string;
  password: string;
}

const NOBODY: Caller = { id: 'nobody', password: 'nobody knows it' };

/** One pixel, for calls that take a file. */
const PICTURE = new Blob([
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
]);

const one = { id: ONE_ID };
const mailText = { domainId: ONE_ID, mail: 'denied', version: 1 };

/** Inputs of calls whose example from the schemas would change nothing in the data of `makeOneOfEach`. */
const INPUTS: Readonly<Record<string, (example: Input, caller: Caller) => Input>> = {
  'catalogue.change': () => ({ ...one, version: 0, title: 'Another title' }),
  'catalogue.takeFromSource': () => ({ ...one, version: 0, fields: ['title'] }),
  'catalogue.changeDifferences': () => ({ ...one, fields: [] }),
  'catalogue.startBulkAct': () => ({ ids: [ONE_ID], act: 'hide' }),
  'catalogue.startBulkDeletion': () => ({ ids: [FOUR_ID] }),
  'catalogue.stopBulkAct': () => ({ id: '2' }),
  'keywords.create': (example) => ({ ...example, slug: 'another', languageCode: 'de' }),
  'keywords.change': () => ({ ...one, version: 1, metaTitle: 'Another title' }),
  'keywords.autoLink': () => ({ ...one, limit: 24 }),
  'keywords.link': () => ({ keywordId: ONE_ID, videoId: THREE_ID }),
  'keywords.unlink': () => ({ keywordId: ONE_ID, videoId: TWO_ID }),
  'languages.create': (example) => ({ ...example, code: 'qaa' }),
  'synonyms.create': () => ({ words: ['dusk', 'twilight'] }),
  'synonyms.change': () => ({ ...one, words: ['dusk', 'gloaming'] }),
  'downloads.retryFailed': () => ({ runId: ONE_ID }),
  'downloads.cancelPending': () => ({ sourceId: ONE_ID }),
  'downloads.cancelChosen': () => ({ ids: [ONE_ID] }),
  'downloads.retryChosen': () => ({ ids: [TWO_ID] }),
  'downloads.retry': () => ({ id: TWO_ID }),
  'downloads.resetStuck': () => ({}),
  'takedowns.open': () => one,
  'takedowns.decide': () => ({ ...one, status: 'approved' }),
  'takedowns.restore': () => ({ id: TWO_ID, reason: 'It was wrong.' }),
  'cases.court': () => ({
    ...{ id: THREE_ID, reason: 'They told us.' },
    ...{ court: 'A court', number: '1/26', filedOn: '2026-11-20' },
  }),
  'cases.settle': () => ({ id: FOUR_ID, reason: 'It has ended.', outcome: 'stays_off' }),
  'casework.decide': () => ({ ...one, status: 'approved', category: 'STATEMENT_CATEGORY_VIOLENCE' }),
  'caseBatches.decide': () => ({ ids: [ONE_ID], status: 'denied' }),
  'caseBatches.restore': () => ({ ids: [TWO_ID], reason: 'It was wrong.' }),
  'caseMails.save': () => ({ ...mailText, subject: 'About {number}', body: 'We write about {number}.' }),
  'caseMails.reset': () => mailText,
  'casework.ask': () => ({ ...one, elements: ['signature'] }),
  'casework.name': () => ({ ...one, video: ONE_ID }),
  'casework.dismiss': () => ({ id: TWO_ID, ground: 'repeated', reason: 'It was answered.' }),
  'casework.restore': () => ({ id: TWO_ID, reason: 'It was wrong.' }),
  'casework.erase': () => ({ id: TWO_ID }),
  'casework.note': () => ({ ...one, note: 'Seen.' }),
  'transparency.export': () => ({ format: 'dsa', caseId: ONE_ID }),
  'blockList.add': () => ({ kind: 'address', value: 'https://elsewhere.example/one', reason: 'No.' }),
  'blockList.remove': () => ({ id: `address-${ONE_NUMBER}` }),
  'blockList.startImport': () => ({ name: 'Another', version: '1', dated: '2026-01-01', header: 'address' }),
  'blockList.importLines': () => ({ id: ONE_NUMBER, after: 1, lines: ['https://elsewhere.example/two'] }),
  'blockList.finishImport': () => ({ id: ONE_NUMBER }),
  'blockList.stopImport': () => ({ id: ONE_NUMBER }),
  'blockList.removeList': () => ({ id: ONE_NUMBER }),
  'refusals.add': () => ({ language: 'en', terms: ['blorvik'] }),
  'refusals.remove': () => ({ ids: [ONE_NUMBER] }),
  'refusals.try': () => ({ text: 'waves' }),
  'crawler.stop': () => ({ runId: ONE_ID }),
  'health.decide': () => ({ id: THREE_ID, decision: 'remove' }),
  'account.confirm': (_, { password }) => ({ password }),
  'account.changePassword': (_, { password }) => ({ password, newPassword: 'a wholly new password' }),
  'administrators.add': () => ({ username: 'another', role: OWNER }),
  'administrators.changeRole': () => ({ ...one, role: { ...OWNER, opensPapers: true } }),
  'administrators.resetPassword': () => one,
  'adminSessions.revokeOthers': () => ({ whose: 'everyone' }),
  'sources.change': () => ({ ...one, name: 'Another name', version: 1 }),
  'sources.delete': () => ({ ...one, videos: 'remove' }),
  // Refused without a request: the address is private.
  'sources.look': () => ({
    baseUrl: 'http://localhost/sitemap.xml',
    basis: { basis: 'own', scope: ['download'], evidence: 'Ours.' },
  }),
  // Calls that would contact other servers find no source.
  'sources.dryRun': () => ({ id: 'nothing' }),
  'sources.tryRules': () => ({ id: 'nothing', rules: {} }),
  'dumps.change': () => ({ id: TWO_ID, deletionsUrl: 'https://source.example/gone.csv' }),
  'dumps.sample': () => ({ id: 'nothing' }),
  'dumps.start': () => ({ id: TWO_ID, file: 'deletions' }),
  'dumps.stop': () => ({ id: TWO_ID, runId: ONE_ID }),
  'dumps.undo': () => ({ id: TWO_ID, runId: TWO_ID }),
  'sitemapCrawls.start': () => ({ videoCount: 1, mode: 'random', sourceId: 'nothing', dryRun: true }),
  'moveIns.undo': () => ({ id: ONE_NUMBER }),
  'duplicates.decide': () => ({ id: ONE_NUMBER, outcome: 'keep' }),
  'duplicates.merge': () => ({ ...one, into: TWO_ID }),
  'mediaJobs.retryFailed': () => ({ step: 'pictures' }),
  'mediaJobs.cancelChosen': () => ({ ids: [TWO_ID] }),
  'mediaJobs.retryChosen': () => ({ ids: [ONE_ID] }),
  'mediaJobs.cancel': () => ({ id: TWO_ID }),
  'mediaJobs.moveUp': () => ({ id: TWO_ID }),
  'mediaJobs.choosePoster': () => ({ ...one, atSeconds: 1, seenAtSeconds: null }),
  'domainSettings.create': (example) => ofDomain(example, 'another.example'),
  'domainSettings.change': (example) => ({ ...ofDomain(example, 'one.example'), ...one }),
  'topics.createCategory': () => ({ name: 'Another name' }),
  'topics.renameCategory': () => ({ ...one, name: 'Another name' }),
  'topics.mergeCategory': () => ({ ...one, intoId: TWO_ID }),
  'topics.setRule': () => ({ name: 'another', categoryId: ONE_ID }),
  'topics.deleteRule': () => ({ name: 'uno' }),
  'topics.change': () => ({ newCategories: false }),
  'topics.changeTag': () => ({ tag: 'charts', becomes: 'diagrams' }),
  'topics.deleteTagRule': () => ({ tag: 'uno' }),
  'settings.change': () => ({ name: 'CRAWL_TARGET', value: '70' }),
  'indexing.page': () => ({ url: 'http://localhost/' }),
  'keywords.get': () => ({ lang: 'en', slug: 'charts' }),
};

/** Unsafe calls that change nothing in the data of `makeOneOfEach`, and why. */
export const WITHOUT_EFFECT: Readonly<Record<string, string>> = {
  'catalogue.watch': 'Returns an address; the request is logged.',
  'casework.copies': 'Needs more copies than are checked at once: notices/outcome has some.',
  'casework.file': 'Only reads; the request is logged.',
  'casework.open': 'Only reads; the request is logged.',
  'duplicates.check': 'Only reads; its address is too long for a GET.',
  'dumps.sample': 'Contacts a server, and stores nothing: intake/dumps has one.',
  'takedowns.open': 'Only reads; the request is logged.',
  'refusals.try': 'Only reads; its text is too long for a GET, and must not be logged.',
  'translations.batch': 'No translator is set up: words/translations has one.',
  'sources.dryRun': 'Contacts a server, and stores nothing: intake/crawler has one.',
  'sources.tryRules': 'Contacts a server, and stores nothing: intake/crawler has one.',
  'sitemapCrawls.start': 'Contacts a server: intake/crawler has one.',
  'account.enableTotp': 'Needs a code of an app: access/sessions has one.',
  'account.offerPasskey': 'Needs a host name: access/sessions has one.',
  'account.addPasskey': 'Needs a passkey: access/sessions has one.',
};

/** Data that a call needs besides `makeOneOfEach`. */
const PREPARATIONS: Readonly<Record<string, (db: Db, caller: Caller) => Promise<unknown>>> = {
  'domainSettings.removePicture': (db) =>
    sql`insert into domain_pictures values (${ONE_ID}, 'logo', 'x', 'one', 1, 1) on conflict do nothing`.execute(
      db,
    ),
  'crawler.start': (db) => sql`delete from crawler_runs`.execute(db),
  'casework.dismiss': (db) =>
    sql`update cases set kind = 'counter_notice', state = 'open', closed_at = null, decided_at = null,
      about_case_id = ${ONE_ID} where id = ${TWO_ID}`.execute(db),
  'casework.erase': (db) =>
    sql`update cases set key_name = '2026-01.copyright.1', sealed_key = '', closed_at = now() where id = ${TWO_ID}`.execute(
      db,
    ),
  'account.removeTotp': (db, { id }) =>
    sql`insert into totp_secrets (administrator_id, sealed_secret, created_at, enabled_at)
      values (${id}, 'sealed', now(), now())`.execute(db),
  'account.removePasskey': (db, caller) => addPasskey(db, caller),
  'account.renewRecoveryCodes': (db, caller) => addPasskey(db, caller),
};

async function addPasskey(db: Db, { id }: Caller): Promise<void> {
  await sql`insert into passkeys
      (id, administrator_id, credential_id, rp_id, public_key, counter, transports, name, created_at)
    values (${ONE_ID}, ${id}, ${`of ${id}`}, 'site.example', 'key', 0, '{}', 'One', now())`.execute(db);
  await sql`update administrators set has_second_factor = true where id = ${id}`.execute(db);
}

export function inputOf({ name, call }: NamedCall, caller: Caller = NOBODY): Input {
  const parameters = call.params ? exampleInput(call.params) : {};
  const example = {
    ...(call.query ? exampleInput(call.query) : {}),
    ...(call.body ? exampleInput(call.body, { whole: true }) : {}),
    ...(call.takesFile ? { file: PICTURE } : {}),
    ...parameters,
    ...idOf(call, parameters),
  };
  return INPUTS[name]?.(example, caller) ?? example;
}

function idOf({ params }: NamedCall['call'], parameters: object): object {
  if (!('id' in parameters)) return {};
  return { id: params?.safeParse({ ...parameters, id: ONE_ID }).success ? ONE_ID : ONE_NUMBER };
}

/** Prepares this call, and makes the caller confirmed and without a second factor. */
export async function prepareCall(db: Db, { name }: NamedCall, caller: Caller): Promise<void> {
  await sql`delete from totp_secrets where administrator_id = ${caller.id}`.execute(db);
  await sql`delete from passkeys where administrator_id = ${caller.id}`.execute(db);
  await sql`update administrators set has_second_factor = false where id = ${caller.id}`.execute(db);
  await sql`update admin_sessions set confirmed_at = now() where administrator_id = ${caller.id}`.execute(db);
  await PREPARATIONS[name]?.(db, caller);
}

function ofDomain(example: Input, domain: string): Input {
  return { ...example, config: { ...(example.config as object), domain } };
}
