import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { ADMIN_PATTERNS, type Call, PAGE_PATTERNS, routes, VideoParams } from '@vesper/contract';
import { type NamedCall, namedCalls } from '@vesper/core/http/call-names.ts';
import { type Log, silentLog } from '@vesper/core/lib/log.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allPairs } from '../test/all-pairs.ts';
import {
  addressOf,
  type CallInput,
  type Field,
  fieldsOf,
  isAccepted,
  plainInput,
  withValue,
} from '../test/call-edges.ts';
import { type Caller, inputOf, prepareCall } from '../test/call-inputs.ts';
import { type Headers, signIn } from '../test/everyone.ts';
import { makeOneOfEach, ONE_ID } from '../test/one-of-each.ts';
import { startTestSite, type TestSite } from '../test/site.ts';

/**
 * No input is a server error: every call and page is tried at and beyond its schemas' bounds, so new calls are covered.
 * Each run tries a sample; BOUNDS=all tries everything, BOUNDS_SEED generates others.
 */
const isWhole = process.env.BOUNDS === 'all';
const SEED = Number(process.env.BOUNDS_SEED ?? 12);
const GENERATED = isWhole ? 20_000 : 600;
const STEP = isWhole ? 1 : 19;
/** After so many changes the world is made again. */
const ACTS_IN_PAIRS = isWhole ? 3 : 12;
const ACTS_GENERATED = 12;
const TIME_LIMIT_MS = isWhole ? 3_600_000 : 240_000;

/** Beside calls and pages. */
const FILES = {
  media: '/media/:purpose/:id/:expires/:signature/:name',
  asset: '/assets/:name',
  bot: '/bot',
  ready: '/readyz',
  nothing: '/:first/:second/:third',
};

const ODD_ADDRESSES = [
  ...['/%', '/%zz', '/%ff', '/%00', '/video/%', '/video/%c0%af', '/api/videos/%ff', '/api/videos/%00'],
  ...[
    '/api/videos?search=%ff&page=%',
    '/api/videos?%ff=1',
    '/api/videos?toString=1&__proto__=2',
    '/?page=1&page=2',
  ],
  ...[
    '/?search[]=x&search[a]=y',
    '//',
    '//other.example/',
    '/..%2f..%2fetc',
    '/api/%2e%2e/videos',
    '/assets/%2e%2e/x',
  ],
  ...[`/${'a'.repeat(12_000)}`, `/?search=${'%F0%9F%98%80'.repeat(1000)}`, `/?${'a&'.repeat(6000)}`],
];
const ODD_BODIES = [
  ...['', '{', 'null', '"text"', '{"a":1e999}', '\ufeff{}', '{"__proto__":{"a":1}}', '{"constructor":null}'],
  ...['['.repeat(50_000), `{"a":"${'a'.repeat(1_100_000)}"}`],
];

interface Trial {
  named: NamedCall;
  input: CallInput;
}

const calls = [
  ...namedCalls.map((named) => trialsOf(named, inputOf(named))),
  ...Object.entries({ ...PAGE_PATTERNS, ...ADMIN_PATTERNS, admin: '/admin', ...FILES }).map(pageTrials),
];

let site: TestSite;
/** The others have this password too. */
let first: Caller;
let me: Caller & { headers: Headers };
/** Logged since the last request. */
const errors: string[] = [];
/** The shortest failing request by call and status. */
const failures = new Map<string, string>();
let acts = 0;
let worlds = 0;
let mostActs = ACTS_IN_PAIRS;

beforeAll(async () => {
  const log = {
    ...silentLog,
    error: ({ err }: { err?: Error }) => void errors.push(String(err?.stack)),
    child: () => log,
  } as unknown as Log;
  // Each request comes from another network, past all limits.
  site = await startTestSite({ TRUST_PROXY: '127.0.0.1' }, { log });
  // Without it the storage counts as missing.
  await mkdir(site.storage.pathOf('videos'), { recursive: true });
  first = await signIn(site);
  await renewWorld();
  me = await newCaller();
});
afterAll(() => site.close());

test(
  'all pairs of ends',
  async () => {
    let n = 0;
    for (const { named, base, fields } of calls) {
      if (acts > 0) await renewWorld();
      for (const input of await inputsInPairs(named, base, fields))
        if (n++ % STEP === 0) await make({ named, input });
    }
    expect(n).toBeGreaterThan(isWhole ? 4000 : 2000);
    expectNoFailures();
  },
  TIME_LIMIT_MS,
);

test(
  'generated requests',
  async () => {
    mostActs = ACTS_GENERATED;
    const change = ({ place, values }: Field) =>
      fc.constantFrom(...values).map((value) => ({ place, value }));
    const trial = fc.constantFrom(...calls).chain(({ named, base, fields }) => {
      const changes =
        fields.length === 0
          ? fc.constant([])
          : fc.array(fc.constantFrom(...fields).chain(change), { minLength: 1, maxLength: 4 });
      return changes.map((all) => ({
        named,
        input: all.reduce((input, { place, value }) => withValue(input, place, value), base),
      }));
    });
    for (const one of fc.sample(trial, { numRuns: GENERATED, seed: SEED })) await make(one);
    expectNoFailures();
  },
  TIME_LIMIT_MS,
);

function trialsOf(named: NamedCall, input: Record<string, unknown>) {
  const base = plainInput(named.call, input);
  return { named, base, fields: fieldsOf(named.call, base) };
}

test(
  'addresses and bodies that are not well-formed',
  async () => {
    const ask = async (call: Pick<Call, 'method' | 'caller'>, address: string, body?: string) => {
      errors.length = 0;
      const { status } = await send(call, address, body);
      if (status >= 500) note(`${call.method} ${address.slice(0, 80)}: ${status}`, `${body?.slice(0, 80)}`);
    };
    for (const address of ODD_ADDRESSES) await ask({ method: 'GET', caller: 'public' }, address);
    const withBody = calls.filter(({ named }) => named.call.body ?? named.call.takesFile);
    for (const [i, { named, base }] of withBody.entries())
      for (const [j, body] of ODD_BODIES.entries())
        if (isWhole || i % ODD_BODIES.length === j) await ask(named.call, addressOf(named.call, base), body);
    expectNoFailures();
  },
  TIME_LIMIT_MS,
);

/** A page as if it were a call, with the query of the list of videos. */
function pageTrials([name, path]: [string, string]) {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, one = '']) => one);
  const ofEach = <Value>(value: Value) => Object.fromEntries(names.map((one) => [one, value]));
  const params = VideoParams.omit({ id: true }).extend(ofEach(VideoParams.shape.id));
  const { query, output } = routes.videos.list;
  const call: Call = {
    method: 'GET',
    path,
    summary: '',
    caller: 'public',
    params,
    query,
    output,
  };
  const known = { id: ONE_ID, slug: 'one', lang: 'en', page: 'terms' };
  return trialsOf({ group: 'pages', name: `page ${name}`, call }, { ...ofEach('one'), ...known });
}

/** Every two fields have every two ends together. Refused ends are tried alone: they would hide others. Falls back to pairs. */
async function inputsInPairs(
  named: NamedCall,
  base: CallInput,
  fields: readonly Field[],
): Promise<CallInput[]> {
  const refused: CallInput[] = [];
  const choices: { field: Field; values: unknown[] }[] = [];
  for (const field of fields) {
    const values: unknown[] = [];
    for (const end of field.ends) {
      const input = withValue(base, field.place, end);
      if (await isTaken(named, input)) values.push(end);
      else refused.push(input);
    }
    if (values.length > 1) choices.push({ field, values });
  }
  const inputOfRow = (row: readonly unknown[]) =>
    choices.reduce((input, { field }, i) => withValue(input, field.place, row[i]), base);
  const rows = allPairs(choices.map(({ values }) => values)).map(inputOfRow);
  const taken = rows.filter((input) => isAccepted(named.call, input));
  // Fields that exclude each other.
  const pairs = taken.length === rows.length ? [] : pairsOf(base, choices);
  return [...refused, ...taken, ...pairs];
}

function pairsOf(base: CallInput, choices: readonly { field: Field; values: unknown[] }[]): CallInput[] {
  return choices.flatMap(({ field, values }, i) =>
    choices
      .slice(i + 1)
      .flatMap((other) =>
        values.flatMap((a) =>
          other.values.map((b) => withValue(withValue(base, field.place, a), other.field.place, b)),
        ),
      ),
  );
}

async function isTaken(named: NamedCall, input: CallInput): Promise<boolean> {
  if (!isAccepted(named.call, input)) return false;
  return !isWhole || (await make({ named, input })) === 200;
}

/** As an administrator who has just given the password; notes server errors. */
async function make({ named, input }: Trial): Promise<number> {
  const { call } = named;
  const isUnsafe = call.method !== 'GET';
  if (isUnsafe && call.caller === 'admin') await prepareCall(site.base.db, named, me);
  errors.length = 0;
  const { status, text } = await send(call, addressOf(call, input), call.body && JSON.stringify(input.body));
  if (status >= 500 && !isToldOf(call, text)) note(`${named.name}: ${status}`, describe({ named, input }));
  const [words] = text.match(/Invalid (?:input|option|string)|Too (?:big|small)|Unrecognized/) ?? [];
  if (status === 400 && words) note(`${named.name}: ${words}`, `${describe({ named, input })} ${text}`);
  if (status === 401 && call.caller === 'admin') await replaceCaller();
  if (isUnsafe && status === 200) acts += 1;
  if (acts >= mostActs) await renewWorld();
  return status;
}

/** The contract names this error. */
function isToldOf(call: Call, text: string): boolean {
  if (!text.startsWith('{')) return false;
  const { error } = JSON.parse(text) as { error: string };
  return error !== 'internal' && !!call.errors?.some((code) => code === error);
}

async function send({ method, caller }: Pick<Call, 'method' | 'caller'>, address: string, body?: string) {
  const response = await fetch(site.url + address, {
    method,
    redirect: 'manual',
    headers: {
      ...(caller === 'public' ? {} : me.headers),
      'x-forwarded-for': anotherNetwork(),
      'accept-encoding': 'identity',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  });
  return { status: response.status, text: await response.text() };
}

function note(what: string, request: string): void {
  const text = `${what}\n  ${request}\n    ${errors.join('\n    ').slice(0, 1500)}`;
  const known = failures.get(what);
  if (known === undefined || text.length < known.length) failures.set(what, text);
}

function describe({ named: { call }, input }: Trial): string {
  const body = input.body === undefined ? '' : ` ${JSON.stringify(input.body)}`;
  return `${call.method} ${addressOf(call, input)}${body}`.slice(0, 700);
}

function expectNoFailures(): void {
  const found = [...failures.values()];
  failures.clear();
  expect(found.join('\n\n')).toBe('');
}

async function renewWorld(): Promise<void> {
  await site.base.db.transaction().execute(makeOneOfEach);
  acts = 0;
  worlds += 1;
  // Deleted rows slow down further ones.
  if (worlds % 50 === 0) await sql`vacuum`.execute(site.base.db);
}

async function replaceCaller(): Promise<void> {
  await site.base.db.deleteFrom('administrators').where('id', '=', me.id).execute();
  me = await newCaller();
}

/** By rows: signing in would hash a password each time. */
async function newCaller() {
  const { db } = site.base;
  const id = randomUUID();
  const token = randomBytes(32).toString('base64url');
  await sql`insert into administrators (id, username, password_hash)
    select ${id}, ${`test-${id}`}, password_hash from administrators where id = ${first.id}`.execute(db);
  await sql`insert into admin_sessions
      (id, token_hash, administrator_id, created_at, last_seen_at, expires_at, user_agent, network)
    values (${randomUUID()}, sha256(${token}), ${id}, now(), now(), now() + interval '1 hour', '', '192.0.2')`.execute(
    db,
  );
  return { id, password: first.password, headers: { origin: site.url, cookie: `vesper-admin=${token}` } };
}

let networks = 0;
function anotherNetwork(): string {
  networks += 1;
  return `10.${(networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}`;
}
