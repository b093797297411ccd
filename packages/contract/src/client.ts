import type { Call, CallInput, CallOutput } from '@vesper/core/contract';
import { CallError } from '@vesper/core/contract';
import { type Routes, routes } from './routes.ts';

/** Independent of its transport: fetch in the browser, in process on the server. */
export interface CallRequest {
  call: Call;
  input: Record<string, unknown>;
  method: Call['method'];
  /** Path and query string, with a leading slash. */
  url: string;
  body?: unknown;
}

export interface CallResponse {
  status: number;
  statusText?: string;
  bodyText: string;
  /** The parsed value, if the transport has it. */
  value?: unknown;
}

export type Transport = (request: CallRequest) => Promise<CallResponse>;

type InputArguments<C extends Call> =
  unknown extends CallInput<C>
    ? []
    : Record<never, never> extends CallInput<C>
      ? [input?: CallInput<C>]
      : [input: CallInput<C>];

export type Client = {
  [Group in keyof Routes]: {
    [Name in keyof Routes[Group]]: Routes[Group][Name] extends Call
      ? (...input: InputArguments<Routes[Group][Name]>) => Promise<CallOutput<Routes[Group][Name]>>
      : never;
  };
};

/** Functions throw CallError unless the response is 2xx and JSON. Groups are created on first use: a page needs few. */
export function createClient(transport: Transport): Client {
  const client = Object.create(GROUPS);
  client[TRANSPORT] = transport;
  return client;
}

const TRANSPORT = Symbol('transport');
type Group = Record<string, (input?: object) => unknown>;

/** Inherited by clients: a getter per group, which replaces itself with the group. */
const GROUPS: object = Object.create(
  null,
  Object.fromEntries(
    Object.entries(routes).map(([name, calls]) => [
      name,
      {
        get(this: { [TRANSPORT]: Transport }): Group {
          const value = groupOf(this[TRANSPORT], calls);
          Object.defineProperty(this, name, { value });
          return value;
        },
      },
    ]),
  ),
);

function groupOf(transport: Transport, calls: Record<string, Call>): Group {
  const group: Group = {};
  for (const [name, call] of Object.entries(calls))
    group[name] = (input = {}) => makeCall(transport, call, input as CallInput<Call>);
  return group;
}

/** A transport over fetch, with cookies; `baseUrl` is needed only outside a browser. */
export function fetchTransport(baseUrl = '', headers: Record<string, string> = {}): Transport {
  return async ({ method, url, body }) => {
    const response = await fetch(baseUrl + url, {
      method,
      credentials: 'include',
      headers:
        body === undefined || body instanceof Blob
          ? headers
          : { ...headers, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
    });
    return { status: response.status, statusText: response.statusText, bodyText: await response.text() };
  };
}

export function callUrl(call: Call, input: Record<string, unknown>): string {
  const path = call.path.replace(/:([a-zA-Z]+)/g, (_, name: string) =>
    encodeURIComponent(String(input[name])),
  );
  const query = new URLSearchParams();
  for (const name of Object.keys(call.query?.shape ?? {})) {
    const value = input[name];
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/** Throws CallError unless the answer is 2xx and JSON. */
export async function makeCall<C extends Call>(
  transport: Transport,
  call: C,
  given: CallInput<C>,
): Promise<CallOutput<C>> {
  const input = given as Record<string, unknown>;
  const request: CallRequest = { call, input, method: call.method, url: callUrl(call, input) };
  const fields = Object.keys(call.body?.shape ?? {}).filter((name) => input[name] !== undefined);
  if (fields.length > 0) request.body = Object.fromEntries(fields.map((name) => [name, input[name]]));
  if (call.takesFile) request.body = input.file;
  const response = await transport(request);
  if (response.status < 200 || response.status > 299) {
    throw new CallError(response.status, response.bodyText, response.statusText);
  }
  return (response.value ?? parseAnswer(response)) as CallOutput<C>;
}

/** Anything but JSON comes from a proxy or the like. */
function parseAnswer({ status, bodyText, statusText }: CallResponse): unknown {
  try {
    return JSON.parse(bodyText);
  } catch {
    throw new CallError(status, bodyText, statusText);
  }
}
