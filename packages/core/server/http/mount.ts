import { Readable } from 'node:stream';
import {
  type Call,
  type CallOutput,
  isRecorded,
  NOT_IN_ROLE,
  type ParsedInput,
  permits,
  type Rights,
  type Routes,
} from '@vesper/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { AppError } from '../lib/app-error.ts';
import { faultsOf } from '../lib/faults.ts';
import type { Log } from '../lib/log.ts';
import { namedCalls } from './call-names.ts';
import { errorBody, errorStatus } from './errors.ts';
import { refuseForeignOrigin } from './origin.ts';
import { methodNotAllowed } from './other-methods.ts';
import { fileReader, leaveBody, type ReadFile } from './read-file.ts';
import { createSharedAnswers, mayShare } from './shared-answers.ts';
import type { TokenCookie } from './token-cookie.ts';

export interface CallContext {
  /** Without port, lower case. */
  hostname: string;
  host: string;
  visitor: { address: string; userAgent: string /** As the browser sent it. */; acceptLanguage?: string };
  session: TokenCookie;
  /** Whether an administrator has signed in with this browser before. */
  browser: TokenCookie;
  bearer: string | undefined;
  /** Set while rendering a page: cached data will do, and lists contain cards. */
  isForPage?: boolean;
  /** Set once the call is known to be an administrator's. */
  actor?: Actor;
  /** Set for a call with `takesFile`. Throws bad_request or payload_too_large. */
  readFile?: ReadFile;
}

/** A session has the rights of the administrator's role, a token those of them that are among its scopes. */
export interface Actor extends Rights {
  administratorId: string;
  username: string;
  sessionId?: string;
  tokenId?: string;
  /** An owner's grant, for sessions only. The area `submissions` is needed as well. */
  opensPapers?: boolean;
  isConfirmed?: boolean;
}

/** What changed, for the audit log; without it the log records the call and its input. */
export interface Act {
  changed(change: { subject?: string; before?: unknown; after?: unknown }): void;
}

export interface AdminContext extends CallContext {
  actor: Actor;
  act: Act;
}

type ContextOf<C extends Call> = (C extends { caller: 'admin' } ? AdminContext : CallContext) &
  (C extends { takesFile: object } ? { readFile: ReadFile } : unknown);

export type Handler<C extends Call> = (
  input: ParsedInput<C>,
  context: ContextOf<C>,
) => Promise<CallOutput<C>>;

/** A call without a handler does not compile. */
export type Handlers = {
  [Group in keyof Routes]: {
    [Name in keyof Routes[Group]]: Routes[Group][Name] extends Call ? Handler<Routes[Group][Name]> : never;
  };
};

export class FileAnswer {
  readonly name: string;
  readonly pieces: AsyncIterable<Buffer>;

  constructor(name: string, pieces: AsyncIterable<Buffer>) {
    this.name = name;
    this.pieces = pieces;
  }
}

export interface Answer {
  status: number;
  body: unknown;
}

/** The one gate, for HTTP and page rendering: authorise, parse, run, map errors. */
export type Dispatch = (call: Call, input: Record<string, unknown>, context: CallContext) => Promise<Answer>;

/** Undefined for anybody but an administrator. */
export type FindActor = (context: CallContext) => Promise<Actor | undefined>;

export interface ActOutcome {
  outcome: 'done' | 'refused' | 'failed';
  reason?: string;
  subject?: string;
  before?: unknown;
  after?: unknown;
}

export type RecordAct = (act: {
  actor: Actor;
  call: Call;
  input: Record<string, unknown>;
  visitor: CallContext['visitor'];
}) => Promise<(outcome: ActOutcome) => Promise<void>>;

export interface DispatchOptions {
  log: Log;
  findActor: FindActor;
  /** Called before anything is done. */
  recordAct: RecordAct;
  checkOutput: boolean;
}

export function createDispatch(handlers: Handlers, options: DispatchOptions): Dispatch {
  const functions = handlersByCall(handlers);
  return async (call, input, context) => {
    try {
      await authorise(call, context, options);
      const handler = functions.get(call);
      if (!handler) throw new AppError('not_found', 'Unknown call.');
      const parsed = parseInput(call, input);
      const value = context.actor
        ? await runAsAdmin(handler, { call, parsed, context: { ...context, actor: context.actor }, options })
        : await handler(parsed, context as AdminContext);
      if (call.method !== 'GET') faultsOf(options.log).end('saving');
      return { status: 200, body: options.checkOutput ? call.output.parse(value) : value };
    } catch (error) {
      const body = errorBody(error, options.log);
      return { status: errorStatus(body), body };
    }
  };
}

/** Recorded in the audit log before it begins. */
async function runAsAdmin(
  handler: Handler<Call>,
  {
    call,
    parsed,
    context,
    options,
  }: {
    call: Call;
    parsed: Record<string, unknown>;
    context: CallContext & { actor: Actor };
    options: DispatchOptions;
  },
): Promise<unknown> {
  const changes = {};
  const act: Act = { changed: (change) => void Object.assign(changes, change) };
  if (!isRecorded(call)) return handler(parsed, { ...context, act });
  const { actor, visitor } = context;
  const conclude = await options.recordAct({ actor, call, input: parsed, visitor });
  try {
    const value = await handler(parsed, { ...context, act });
    await conclude({ outcome: 'done', ...changes });
    return value;
  } catch (error) {
    const isRefusal = error instanceof AppError;
    await conclude({
      outcome: isRefusal ? 'refused' : 'failed',
      ...(isRefusal ? { reason: error.message } : {}),
      ...changes,
    });
    throw error;
  }
}

const PASSWORD_REQUIRED =
  'Please give your password again (POST /api/admin/confirm), then do this again within five minutes.';
const NOT_BY_TOKEN = 'This token does not permit that.';
const SIGN_IN = 'Please sign in as an administrator.';
const NO_SUCH_TOKEN = 'Unknown token: it may have expired or been revoked.';

/** Throws unauthorized, forbidden or password_required. */
export async function authorise(
  call: Call,
  context: CallContext,
  { findActor }: Pick<DispatchOptions, 'findActor'>,
): Promise<void> {
  if (call.caller !== 'admin') return;
  const actor = context.actor ?? (await findActor(context));
  if (!actor) throw new AppError('unauthorized', context.bearer === undefined ? SIGN_IN : NO_SUCH_TOKEN);
  if (isBarred(actor, call) || !permits(actor, call))
    throw new AppError('forbidden', actor.tokenId === undefined ? NOT_IN_ROLE : NOT_BY_TOKEN);
  if (call.asksPassword === true) requireConfirmed(actor);
  context.actor = actor;
}

/** What no token may do. */
function isBarred({ tokenId }: Actor, call: Extract<Call, { caller: 'admin' }>): boolean {
  return tokenId !== undefined && !call.anyToken && (call.area === 'account' || Boolean(call.asksPassword));
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by a call's first hook. A GET's caller is only identified in its handler. */
    callContext: CallContext | undefined;
  }
}

export interface MountOptions {
  dispatch: Dispatch;
  findActor: FindActor;
  contextOf: (request: FastifyRequest, reply: FastifyReply) => CallContext;
  /** False in tests that read what they have just changed. */
  sharesAnswers?: boolean | undefined;
}

/** Unauthorised callers are refused before the body is read: administrators' bodies may be large. */
export function mountCalls(
  app: FastifyInstance,
  { dispatch, findActor, contextOf, sharesAnswers = true }: MountOptions,
): void {
  const methods = new Map<string, Set<string>>();
  const answers = createSharedAnswers();
  // Not a WeakMap: its values live until an old-generation collection.
  app.decorateRequest('callContext', undefined);
  for (const { call } of namedCalls) {
    const known = methods.get(call.path) ?? new Set();
    methods.set(call.path, known.add(call.method));
    const route: RouteOptions = {
      method: call.method,
      url: call.path,
      ...(call.bodyLimit ? { bodyLimit: call.bodyLimit } : {}),
      onRequest: async (request, reply) => {
        reply.header('cache-control', 'no-store');
        refuseForeignOrigin(call, request);
        const context = contextOf(request, reply);
        request.callContext = context;
        if (call.takesFile) context.readFile = fileReader(request, call.takesFile.maxBytes);
        if (call.method !== 'GET') await authorise(call, context, { findActor });
      },
      handler: async (request, reply) => {
        const context = request.callContext ?? contextOf(request, reply);
        const ask = () => dispatch(call, inputOf(call, request), context);
        if (sharesAnswers && mayShare(call, context))
          return answers.send(request, reply, { call, host: context.host, ask });
        const { status, body } = await ask();
        if (call.caller === 'admin' && call.method !== 'GET') answers.clear();
        if (call.keptSeconds !== undefined && status === 200)
          reply.header('cache-control', `private, max-age=${call.keptSeconds}`);
        if (body instanceof FileAnswer) return sendFile(call, reply, body);
        reply.code(status);
        return body;
      },
    };
    if (call.takesFile) void app.register(async (place) => leaveBody(place).route(route));
    else app.route(route);
  }
  for (const [url, known] of methods) refuseMethods(app, url, known);
}

function sendFile({ answersFile }: Call, reply: FastifyReply, { name, pieces }: FileAnswer): FastifyReply {
  reply.header('content-disposition', `attachment; filename="${name}"`);
  return reply
    .type(answersFile ?? 'application/octet-stream')
    .send(Readable.from(pieces, { objectMode: false }));
}

/** Body fields are never read from the address, which logs and browser histories keep. */
function inputOf(call: Call, { query, body, params }: FastifyRequest): Record<string, unknown> {
  return {
    ...(call.query ? asRecord(query) : {}),
    ...(call.body ? bodyOf(body) : {}),
    ...asRecord(params),
  };
}

function refuseMethods(app: FastifyInstance, url: string, known: ReadonlySet<string>): void {
  app.route({
    // GET includes HEAD.
    method: app.supportedMethods.filter((method) => method !== 'HEAD' && !known.has(method)),
    url,
    onRequest: async ({ method }, reply) => {
      reply.header('allow', [...known].join(', '));
      throw methodNotAllowed(method);
    },
    handler: async () => {},
  });
}

function parseInput(call: Call, input: Record<string, unknown>): Record<string, unknown> {
  const parsed: Record<string, unknown> = {};
  for (const schema of [call.query, call.body, call.params]) {
    if (!schema) continue;
    const result = schema.safeParse(input, { error: plainFault });
    if (!result.success) throw refusedInput(call, result.error.issues);
    Object.assign(parsed, result.data);
  }
  return parsed;
}

const NOUNS: Readonly<Record<string, string>> = {
  string: 'text',
  array: 'a list',
  object: 'an object',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
};

/** For schemas without a sentence of their own: zod's are for programmers. */
function plainFault(issue: { code?: string; expected?: unknown; origin?: unknown; maximum?: unknown }) {
  const noun = issue.code === 'invalid_type' ? NOUNS[String(issue.expected)] : undefined;
  if (noun) return `It must be ${noun}.`;
  const things = { string: 'characters', array: 'entries' }[String(issue.origin)];
  return issue.code === 'too_big' && things ? `It may have at most ${issue.maximum} ${things}.` : undefined;
}

type Issue = { message: string; path: PropertyKey[] };

/** The back office shows each complaint at its field. */
function refusedInput({ caller }: Call, issues: readonly Issue[]): AppError {
  if (caller !== 'admin') return new AppError('bad_request', sentence(issues[0]));
  const byField = issues.toReversed().map(({ path, message }) => [path.map(String).join('.'), message]);
  return new AppError('bad_request', sentence(issues[0]), Object.fromEntries(byField));
}

/** Prefixed with the field unless the sentence names it. */
function sentence(issue: Issue | undefined): string {
  if (!issue) return 'The input is not valid.';
  const field = issue.path.map(String).join('.');
  return !field || issue.message.includes(field) ? issue.message : `${field}: ${issue.message}`;
}

function handlersByCall(handlers: Handlers): Map<Call, Handler<Call>> {
  const functions = new Map<Call, Handler<Call>>();
  const given = handlers as unknown as Record<string, Record<string, Handler<Call>>>;
  for (const { group, name, call } of namedCalls) {
    const handler = given[group]?.[name.slice(group.length + 1)];
    if (handler) functions.set(call, handler);
  }
  return functions;
}

/** A missing body counts as empty: calls without input. */
function bodyOf(body: unknown): Record<string, unknown> {
  if (body === undefined) return {};
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body };
  throw new AppError('bad_request', 'The body must be a JSON object.');
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** Throws forbidden for a token, and password_required unless recently confirmed. `why`: a sentence, if the input matters. */
export function requireConfirmed(
  { isConfirmed, tokenId }: Pick<Actor, 'isConfirmed' | 'tokenId'>,
  why?: string,
): void {
  const because = (sentence: string) => (why === undefined ? sentence : `${why} ${sentence}`);
  if (tokenId !== undefined) throw new AppError('forbidden', because(NOT_BY_TOKEN));
  if (!isConfirmed) throw new AppError('password_required', because(PASSWORD_REQUIRED));
}
