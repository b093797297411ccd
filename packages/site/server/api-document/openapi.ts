import {
  type Call,
  ERROR_STATUS,
  type ErrorCode,
  inputSchema,
  isRecorded,
  type JsonSchema,
  outputSchema,
  TOKEN_SCOPES,
} from '@vesper/contract';
import { type NamedCall, namedCalls } from '@vesper/core/http/call-names.ts';
import { exampleInput } from './example.ts';

/** The API's version, not the program's: raised by breaking changes. */
const VERSION = '1.0.0';

const ABOUT =
  'Calls take and return JSON, except for files, which are whole bodies. A refused call returns a code for programs and a sentence for people. ' +
  'Programs send a personal token, created on the page /admin/tokens, in the Authorization ' +
  'header; "x-vesper-scope" lists the scopes, any one of which is enough, for tokens and for roles. Pages send the session cookie and, with unsafe ' +
  'methods, an Origin (or Sec-Fetch-Site) header that proves they are ours.';

export function openApiDocument(calls: readonly NamedCall[] = namedCalls): Record<string, unknown> {
  const byPath = Map.groupBy(calls, ({ call }) => call.path.replace(/:([a-zA-Z]+)/g, '{$1}'));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vesper',
      version: VERSION,
      description: ABOUT,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(calls.map(({ group }) => group))].map((name) => ({ name })),
    paths: Object.fromEntries(
      [...byPath].map(([path, ofPath]) => [
        path,
        Object.fromEntries(ofPath.map((named) => [named.call.method.toLowerCase(), operation(named)])),
      ]),
    ),
    components: { schemas: { Error: ERROR_SCHEMA }, securitySchemes: SECURITY_SCHEMES },
  };
}

const ERROR_SCHEMA = {
  type: 'object',
  properties: {
    error: { type: 'string', enum: Object.keys(ERROR_STATUS) },
    message: { type: 'string', description: 'A sentence for people.' },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'What is wrong with each field of a form.',
    },
  },
  required: ['error', 'message'],
};

const SECURITY_SCHEMES = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-vesper-admin',
    description:
      'The session of a signed-in administrator; over plain HTTP the cookie is called vesper-admin.',
  },
  token: {
    type: 'http',
    scheme: 'bearer',
    description: `A personal token. Scopes: ${TOKEN_SCOPES.join(', ')}.`,
  },
};

function operation({ name, group, call }: NamedCall): object {
  const parameters = [...parametersOf('path', call.params), ...parametersOf('query', call.query)];
  return {
    operationId: name,
    tags: [group],
    ...(call.summary ? { summary: call.summary } : {}),
    'x-vesper-caller': call.caller,
    ...securityOf(call),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...bodyOf(call),
    responses: answersOf(call),
  };
}

/** Empty where no token is accepted. */
function scopesOf(call: Call): string[] {
  if (call.caller !== 'admin' || call.asksPassword) return [];
  if (call.anyToken) return [...TOKEN_SCOPES];
  if (call.area === 'account' || call.area === 'owners') return [];
  return [...(call.method === 'GET' ? [`${call.area}:read`] : []), `${call.area}:write`];
}

function securityOf(call: Call): object {
  if (call.caller === 'public') return { security: [] };
  if (call.caller !== 'admin') return { security: [{}, { session: [] }] };
  const scopes = scopesOf(call);
  return {
    security: [{ session: [] }, ...scopes.map((scope) => ({ token: [scope] }))],
    'x-vesper-area': call.area,
    ...(scopes.length > 0 ? { 'x-vesper-scope': scopes } : {}),
    ...(call.asksPassword ? { 'x-vesper-asks-password': call.asksPassword } : {}),
  };
}

function parametersOf(place: 'path' | 'query', schema: Call['params']): object[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = inputSchema(schema);
  const examples = exampleInput(schema, { whole: true });
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: field,
    ...(name in examples ? { example: examples[name] } : {}),
  }));
}

function bodyOf({ body, takesFile }: Call): object {
  if (takesFile) return { requestBody: { required: true, content: { 'application/octet-stream': {} } } };
  if (!body) return {};
  const schema: JsonSchema = inputSchema(body);
  const example = exampleInput(body);
  const required = (schema.required ?? []).length > 0;
  return { requestBody: { required, content: { 'application/json': { schema, example } } } };
}

const WORDS: Record<ErrorCode, string> = {
  bad_request: 'The input is not valid.',
  unauthorized: 'Not signed in, or the login, session or token is unknown or has expired.',
  forbidden: 'The token does not permit this call, or the call comes from a page of another site.',
  password_required: 'The password must be confirmed first.',
  not_found: 'It does not exist.',
  method_not_allowed: 'The path does not support this method.',
  conflict: 'The current state does not allow it, or someone else was faster.',
  gone: 'It no longer exists.',
  precondition_failed: 'A header does not fit.',
  payload_too_large: 'The body is too large.',
  unsupported_media_type: 'The body is not JSON.',
  locked: 'Another request is changing it.',
  too_many_requests: 'Too many such calls. Please try again later.',
  checksum_mismatch: 'The bytes are not those of the checksum.',
  internal: 'Something went wrong on our side.',
  unavailable: 'Temporarily unavailable. Please try again later.',
  no_room: 'There is no room on the disk.',
};

export function errorsOf(call: Call): ErrorCode[] {
  const codes = new Set<ErrorCode>([...(call.errors ?? []), 'internal']);
  const isUnsafe = call.method !== 'GET';
  if (call.params || call.query || call.body || call.takesFile) codes.add('bad_request');
  if (call.body) codes.add('unsupported_media_type').add('payload_too_large');
  if (call.takesFile) codes.add('payload_too_large');
  if (isUnsafe) codes.add('forbidden');
  if (call.caller === 'admin') {
    codes.add('unauthorized').add('forbidden');
    if (isRecorded(call)) codes.add('unavailable');
    if (call.asksPassword) codes.add('password_required');
  }
  return (Object.keys(ERROR_STATUS) as ErrorCode[]).filter((code) => codes.has(code));
}

function answersOf(call: Call): Record<string, object> {
  const byStatus = Map.groupBy(errorsOf(call), (code) => ERROR_STATUS[code]);
  const refused = [...byStatus].map(([status, codes]) => [String(status), refusal(codes)]);
  return { '200': success(call), ...Object.fromEntries(refused) };
}

function success({ output, answersFile }: Call): object {
  if (answersFile) return { description: 'Done.', content: { [answersFile]: {} } };
  return { description: 'Done.', content: { 'application/json': { schema: outputSchema(output) } } };
}

function refusal(codes: readonly ErrorCode[]): object {
  const schema = {
    allOf: [{ $ref: '#/components/schemas/Error' }],
    properties: { error: { enum: codes } },
  };
  return {
    description: codes.map((code) => `${code}: ${WORDS[code]}`).join(' '),
    content: { 'application/json': { schema } },
  };
}
