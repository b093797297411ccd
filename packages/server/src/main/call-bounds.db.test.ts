import { mkdir } from 'node:fs/promises';
import type { Call } from '@vesper/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type NamedCall, namedCalls } from '../http/call-names.ts';
import { type Log, silentLog } from '../lib/log.ts';
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
import { makeOneOfEach } from '../test/one-of-each.ts';
import { startTestSite, type TestSite } from '../test/site.ts';

/**
 * Nothing that anybody sends is an error of the server: every call of the table and every page are asked at the ends of
 * what the schemas take, and beyond them. What is sent is made from the schemas: a new call is tried here by itself.
 *
 * Each run tries a part; BOUNDS=all tries everything, and BOUNDS_SEED other requests.
 */
const isWhole = process.env.BOUNDS === 'all';
const SEED = Number(process.env.BOUNDS_SEED ?? 12);
const GENERATED = isWhole ? 20_000 : 600;
/** Of the rows of pairs, one in so many. */
const STEP = isWhole ? 1 : 19;
/** After so many calls that changed something the world is made again, so that later ones find something to do. */
const ACTS_IN_PAIRS = isWhole ? 1 : 12;
const ACTS_GENERATED = 8;
const TIME_LIMIT_MS = isWhole ? 3_600_000 : 240_000;

interface Trial {
  named: NamedCall;
  input: CallInput;
}

const calls = namedCalls.map((named) => {
  const base = plainInput(named.call, inputOf(named));
  return { named, base, fields: fieldsOf(named.call, base) };
});

let site: TestSite;
let me: Caller & { headers: Headers };
/** What the site said of its errors since the last request. */
const errors: string[] = [];
/** What went wrong, by call and status: the shortest request of each. */
const failures = new Map<string, string>();
/** How many calls changed something since the world was made. */
let acts = 0;
let mostActs = ACTS_IN_PAIRS;

beforeAll(async () => {
  const log = {
    ...silentLog,
    error: ({ err }: { err?: Error }) => void errors.push(String(err?.stack)),
    child: () => log,
  } as unknown as Log;
  // Each request comes from another network, so that no limit keeps it from going further.
  site = await startTestSite({ TRUST_PROXY: '127.0.0.1' }, { log });
  // A storage without it counts as one whose disk is not there.
  await mkdir(site.storage.pathOf('videos'), { recursive: true });
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

/**
 * Inputs in which every two fields have every two of their ends together. Ends that are refused alone are tried with
 * nothing else besides: they would hide what stands beside them. Where no row as a whole is taken, it is the pairs.
 */
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
  // Fields that exclude each other: two at a time.
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

/** Whether the call takes an input; where only a part is tried, whether its schemas do. */
async function isTaken(named: NamedCall, input: CallInput): Promise<boolean> {
  if (!isAccepted(named.call, input)) return false;
  return !isWhole || (await make({ named, input })) === 200;
}

/** Makes one call as an administrator who has just given the password; notes an answer that is the server's fault. */
async function make({ named, input }: Trial): Promise<number> {
  const { call } = named;
  const isUnsafe = call.method !== 'GET';
  if (isUnsafe && call.caller === 'admin') await prepareCall(site.base.db, named, me);
  errors.length = 0;
  const { status, text } = await send(call, addressOf(call, input), input.body);
  if (status >= 500 && !isToldOf(call, text)) note(`${named.name}: ${status}`, describe({ named, input }));
  if (status === 401 && call.caller === 'admin') me = await newCaller();
  if (isUnsafe && status === 200) acts += 1;
  if (acts >= mostActs) await renewWorld();
  return status;
}

/** Whether the call says in the table that it may answer so, as it does for what is not set up. */
function isToldOf(call: Call, text: string): boolean {
  const { error } = JSON.parse(text) as { error: string };
  return error !== 'internal' && call.errors.some((code) => code === error);
}

async function send({ method, caller }: Pick<Call, 'method' | 'caller'>, address: string, body?: unknown) {
  const response = await fetch(site.url + address, {
    method,
    redirect: 'manual',
    headers: {
      ...(caller === 'public' ? {} : me.headers),
      'x-forwarded-for': anotherNetwork(),
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
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
  await makeOneOfEach(site.base.db);
  acts = 0;
}

async function newCaller() {
  const { cookie, ...caller } = await signIn(site);
  return { ...caller, headers: { origin: site.url, cookie } };
}

let networks = 0;
function anotherNetwork(): string {
  networks += 1;
  return `10.${(networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}`;
}
