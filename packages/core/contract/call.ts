import type { z } from 'zod';
import { type AdminArea, hasScope, type Rights } from './admin-areas.ts';
import type { ErrorCode } from './errors.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

interface CallShape {
  /** What it does, in one sentence, for the API document. */
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** The body's limit in bytes, if one megabyte is not enough. */
  bodyLimit?: number;
  /** Takes a file as its body, of any content type, instead of JSON. The handler reads it: `readFile` of its context. */
  takesFile?: { maxBytes: number };
  output: z.ZodType;
  /** How long a browser may cache a successful response; by default not at all. */
  keptSeconds?: number;
  /** The same for every visitor: concurrent requests share a response, cached for a second. Administrators get fresh ones. */
  isShared?: true;
  /** Streams a file of this type instead of JSON; `output` is then `z.unknown()`. */
  answersFile?: 'application/zip';
  /** Besides those that follow from method, input and caller (server: site/server/api-document/openapi.ts). */
  errors?: readonly ErrorCode[];
}

/** A call that needs no session; `sign-in` marks those of the back office's login. */
interface OpenCall {
  caller: 'public' | 'sign-in';
}

type AdminTerms<Reading> = {
  /** Fields of free text about people: kept out of the audit log, whose entries are never deleted. */
  sealedInput?: readonly string[];
  /** Open to every role and token regardless of scope: it reveals nothing that is not public. */
  anyToken?: true;
} & (
  | (Reading & {
      /** Opens sealed data: audited like an act; `hourly`: at most once an hour per session or token, for polled lists. */
      recorded?: 'always' | 'hourly';
      asksPassword?: never;
      undo?: never;
    })
  /** Cannot be undone: needs a recently confirmed password, no token. `for others'` and `to merge` are left to the handler. */
  | { asksPassword: AsksPassword; undo?: never }
  /** How to undo it: by which call, by itself with other input, or that nothing is lost. */
  | { undo: 'itself' | 'nothing lost' | `${string}.${string}`; asksPassword?: never }
);

/** An administrator's call, left out of the visitors' bundle. */
type AdminCall = AdminTerms<{ method: 'GET' }> & { caller: 'admin'; area: AdminArea };

export type AsksPassword = true | "for others'" | 'to merge';

/** A call. It compiles only with its caller, and either how to undo it or that it asks for the password. */
export type Call = CallShape & { method: Method; path: string } & (OpenCall | AdminCall);

export type CallGroup = Record<string, Call>;

type Written = CallShape & { route: `${Method} /${string}` };

export type OpenCalls = Record<string, Written & OpenCall>;

export type AreaCalls = Record<string, Written & AdminTerms<{ route: `GET /${string}` }>>;

type Placed<Calls extends Record<string, Written>, Terms> = {
  readonly [Name in keyof Calls]: Calls[Name] & PlaceOf<Calls[Name]['route']> & Terms;
};
type PlaceOf<Route> = Route extends `${infer Verb extends Method} ${infer Path}`
  ? { readonly method: Verb; readonly path: Path }
  : never;

/** A feature's calls: administrators' calls in their area, after those open to others. */
export function callsInArea<
  Area extends AdminArea,
  Calls extends AreaCalls,
  Open extends CallGroup = Record<never, never>,
>(area: Area, calls: Calls, open?: Open) {
  return { ...open, ...placed(calls, { caller: 'admin', area }) } as Open &
    Placed<Calls, { readonly caller: 'admin'; readonly area: Area }>;
}

export function openCalls<Calls extends OpenCalls>(calls: Calls) {
  return placed(calls, {});
}

function placed<Calls extends Record<string, Written>, Terms>(calls: Calls, terms: Terms) {
  const entries = Object.entries(calls).map(([name, call]) => {
    const [method, path] = call.route.split(' ');
    return [name, { ...call, method, path, ...terms }];
  });
  return Object.fromEntries(entries) as Placed<Calls, Terms>;
}

export const NOT_IN_ROLE = 'Your role does not permit that. Owners can change it.';

/** Whether these rights permit a call. What no token may do at all, the server checks besides. */
export function permits(rights: Rights, call: Call): boolean {
  if (call.caller !== 'admin' || call.anyToken || call.area === 'account') return true;
  if (call.area === 'owners') return rights.isOwner;
  return hasScope(rights, `${call.area}:${call.method === 'GET' ? 'read' : 'write'}`);
}

/** Whether the audit log records an administrator's call: it changes something, or opens sealed data. */
export function isRecorded(call: Call): boolean {
  return call.caller === 'admin' && (call.method !== 'GET' || recordedOf(call) !== undefined);
}

export function recordedOf(call: Call): 'always' | 'hourly' | undefined {
  return 'recorded' in call ? call.recorded : undefined;
}

export function tooLargeFile(maxBytes: number): string {
  return `The file is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB.`;
}

/** The GET paths of single calls and of whole groups. */
export function readPaths(named: readonly (Call | CallGroup)[]): string[] {
  const calls = named.flatMap((one) => (isCall(one) ? [one] : Object.values(one)));
  return [...new Set(calls.filter(({ method }) => method === 'GET').map(({ path }) => path))];
}

function isCall(one: Call | CallGroup): one is Call {
  return typeof one.path === 'string';
}

type SchemaInput<S> = S extends z.ZodType ? z.input<S> : unknown;
type SchemaOutput<S> = S extends z.ZodType ? z.output<S> : unknown;
type Part<C, K extends string> = C extends { [P in K]: infer S } ? S : undefined;

/** A caller's input: path parameters, query and body in one flat object. */
export type CallInput<C extends Call> = SchemaInput<Part<C, 'params'>> &
  SchemaInput<Part<C, 'query'>> &
  SchemaInput<Part<C, 'body'>> &
  (C extends { takesFile: object } ? { file: Blob } : unknown);

/** The handler's input, after the schemas have parsed it. */
export type ParsedInput<C extends Call> = SchemaOutput<Part<C, 'params'>> &
  SchemaOutput<Part<C, 'query'>> &
  SchemaOutput<Part<C, 'body'>>;

export type CallOutput<C extends Call> = z.output<C['output']>;
