import { type Call, type CallOutput, type ParsedInput, type Routes, routes } from '@vesper/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../lib/app-error.ts';
import type { Log } from '../lib/log.ts';
import { errorBody, errorStatus } from './errors.ts';
import { refuseForeignOrigin } from './origin.ts';
import type { SessionCookie } from './session-cookie.ts';

/** What a call may know about who makes it, whatever way it came. */
export interface CallContext {
  /** Host name without port, lower case. */
  hostname: string;
  visitor: { address: string; userAgent: string };
  session: SessionCookie;
}

export type Handler<C extends Call> = (input: ParsedInput<C>, context: CallContext) => Promise<CallOutput<C>>;

/** A function for each call of the contract's table: a call without one does not compile. */
export type Handlers = {
  [Group in keyof Routes]: {
    [Name in keyof Routes[Group]]: Routes[Group][Name] extends Call ? Handler<Routes[Group][Name]> : never;
  };
};

export interface Answer {
  status: number;
  body: unknown;
}

/** Runs one call: authorise, parse, run, map errors. HTTP and server rendering both come through here. */
export type Dispatch = (call: Call, input: Record<string, unknown>, context: CallContext) => Promise<Answer>;

/** Whether a call is made with an administrator's session. */
export type IsAdmin = (context: CallContext) => Promise<boolean>;

export interface DispatchOptions {
  log: Log;
  isAdmin: IsAdmin;
  /** Checks answers against the contract too, and fails loudly: for tests. */
  checkOutput: boolean;
}

export function createDispatch(handlers: Handlers, options: DispatchOptions): Dispatch {
  const functions = handlersByCall(handlers);
  return async (call, input, context) => {
    try {
      await authorise(call, context, options.isAdmin);
      const handler = functions.get(call);
      if (!handler) throw new AppError('not_found', 'There is no such call.');
      const value = await handler(parseInput(call, input), context);
      return { status: 200, body: options.checkOutput ? call.output.parse(value) : value };
    } catch (error) {
      const body = errorBody(error, options.log);
      return { status: errorStatus(body), body };
    }
  };
}

/** Throws unauthorized where an administrator's call is made by somebody else. */
async function authorise(call: Call, context: CallContext, isAdmin: IsAdmin): Promise<void> {
  if (call.caller === 'admin' && !(await isAdmin(context)))
    throw new AppError('unauthorized', 'Please sign in as an administrator.');
}

export interface MountOptions {
  dispatch: Dispatch;
  isAdmin: IsAdmin;
  contextOf: (request: FastifyRequest, reply: FastifyReply) => CallContext;
}

/**
 * Registers every call of the table as an HTTP route. Who may not make a call is refused before its body is read:
 * those of administrators may be large.
 */
export function mountCalls(app: FastifyInstance, { dispatch, isAdmin, contextOf }: MountOptions): void {
  const methods = new Map<string, Set<string>>();
  for (const call of allCalls()) {
    const known = methods.get(call.path) ?? new Set();
    methods.set(call.path, known.add(call.method));
    app.route({
      method: call.method,
      url: call.path,
      ...(call.bodyLimit ? { bodyLimit: call.bodyLimit } : {}),
      onRequest: async (request, reply) => {
        reply.header('cache-control', 'no-store');
        refuseForeignOrigin(call, request);
        if (call.method !== 'GET') await authorise(call, contextOf(request, reply), isAdmin);
      },
      handler: async (request, reply) => {
        const answer = await dispatch(call, inputOf(call, request), contextOf(request, reply));
        return reply.code(answer.status).send(answer.body);
      },
    });
  }
  for (const [url, known] of methods) refuseOtherMethods(app, url, known);
}

/** What belongs into the body is not taken from the address, where logs and histories would keep it. */
function inputOf(call: Call, { query, body, params }: FastifyRequest): Record<string, unknown> {
  return {
    ...(call.query ? asRecord(query) : {}),
    ...(call.body ? bodyOf(body) : {}),
    ...asRecord(params),
  };
}

function refuseOtherMethods(app: FastifyInstance, url: string, known: ReadonlySet<string>): void {
  const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => !known.has(method));
  app.route({
    method: others,
    url,
    handler: async (request, reply) => {
      reply.header('allow', [...known].join(', '));
      throw new AppError('method_not_allowed', `${request.method} is not possible here.`);
    },
  });
}

function parseInput(call: Call, input: Record<string, unknown>): Record<string, unknown> {
  const parsed: Record<string, unknown> = {};
  for (const schema of [call.query, call.body, call.params]) {
    if (!schema) continue;
    const result = schema.safeParse(input);
    if (!result.success) throw new AppError('bad_request', sentence(result.error.issues[0]));
    Object.assign(parsed, result.data);
  }
  return parsed;
}

/** The first complaint of a schema, with the field in front unless its sentence names it already. */
function sentence(issue: { message: string; path: PropertyKey[] } | undefined): string {
  if (!issue) return 'The input is not valid.';
  const field = issue.path.map(String).join('.');
  return !field || issue.message.includes(field) ? issue.message : `${field}: ${issue.message}`;
}

function handlersByCall(handlers: Handlers): Map<Call, Handler<Call>> {
  const functions = new Map<Call, Handler<Call>>();
  const table: Record<string, Record<string, Call>> = routes;
  const given = handlers as unknown as Record<string, Record<string, Handler<Call>>>;
  for (const [group, calls] of Object.entries(table)) {
    for (const [name, call] of Object.entries(calls)) {
      const handler = given[group]?.[name];
      if (handler) functions.set(call, handler);
    }
  }
  return functions;
}

function allCalls(): Call[] {
  return Object.values(routes).flatMap((group) => Object.values<Call>(group));
}

/** No body is an empty one: the specification's calls send such requests. */
function bodyOf(body: unknown): Record<string, unknown> {
  if (body === undefined) return {};
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body };
  throw new AppError('bad_request', 'The body must be a JSON object.');
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
