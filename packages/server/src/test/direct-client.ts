import { type Call, type Client, createClient, routes } from '@vesper/contract';
import { errorBody, errorStatus } from '../http/errors.ts';
import type { CallContext, Handler, Handlers } from '../http/mount.ts';
import { AppError } from '../lib/app-error.ts';
import { silentLog } from '../lib/log.ts';

/** A typed client straight to some functions behind calls, whoever may make these; checked by the contract. */
export function directClient(handlers: Partial<Handlers>): Client {
  return createClient(async ({ call, input }) => {
    try {
      const handler = handlerOf(call, handlers);
      const output = await handler(parsed(call, input) as never, {} as CallContext);
      return { status: 200, bodyText: JSON.stringify(call.output.parse(output)) };
    } catch (error) {
      const body = errorBody(error, silentLog);
      return { status: errorStatus(body), bodyText: JSON.stringify(body) };
    }
  });
}

function handlerOf(call: Call, handlers: Partial<Handlers>): Handler<Call> {
  for (const [group, calls] of Object.entries(handlers)) {
    const table: Record<string, Call> = routes[group as keyof typeof routes];
    for (const [name, handler] of Object.entries(calls)) {
      if (table[name] === call) return handler as Handler<Call>;
    }
  }
  throw new Error(`No function stands behind ${call.method} ${call.path} here.`);
}

function parsed(call: Call, input: unknown): Record<string, unknown> {
  const sent: unknown = JSON.parse(JSON.stringify(input));
  const schemas = [call.query, call.body, call.params].filter((schema) => schema !== undefined);
  const parts = schemas.map((schema) => schema.safeParse(sent));
  const refused = parts.find((part) => !part.success);
  if (refused) throw new AppError('bad_request', refused.error?.issues[0]?.message ?? '');
  return Object.assign({}, ...parts.map((part) => part.data));
}
