import { type Call, ERROR_STATUS, type ErrorCode, outputSchema } from '@vesper/contract';

const WORDS: Record<ErrorCode, string> = {
  bad_request: 'What was sent is not valid.',
  unauthorized: 'Nobody is signed in, or the login, the session or the token is not known (any more).',
  forbidden: 'The token is not good for this call, or the call comes from a page of another site.',
  password_required: 'The password has to be given again first.',
  not_found: 'There is no such thing.',
  method_not_allowed: 'The path has other methods.',
  conflict: 'The present state does not allow it, or somebody else was first.',
  gone: 'It is there no more.',
  payload_too_large: 'The body is too large.',
  unsupported_media_type: 'The body is not JSON.',
  too_many_requests: 'There were too many such calls. Please try again later.',
  internal: 'Something went wrong here.',
  unavailable: 'It cannot be done at the moment. Please try again later.',
};

/** Every way in which a call may be refused: what the contract says of it, and what meets every call of its kind. */
export function errorsOf(call: Call): ErrorCode[] {
  const codes = new Set<ErrorCode>([...call.errors, 'internal']);
  const isUnsafe = call.method !== 'GET';
  if (call.params || call.query || call.body) codes.add('bad_request');
  if (call.body) codes.add('unsupported_media_type').add('payload_too_large');
  if (isUnsafe) codes.add('forbidden');
  if (call.caller === 'admin') {
    codes.add('unauthorized').add('forbidden');
    // What cannot be put into the audit log is not done.
    if (isUnsafe) codes.add('unavailable');
    if (call.asksPassword) codes.add('password_required');
  }
  return (Object.keys(ERROR_STATUS) as ErrorCode[]).filter((code) => codes.has(code));
}

/** The answers of a call as OpenAPI has them, by status. */
export function answersOf(call: Call): Record<string, object> {
  const byStatus = Map.groupBy(errorsOf(call), (code) => ERROR_STATUS[code]);
  const refused = [...byStatus].map(([status, codes]) => [String(status), refusal(codes)]);
  return { '200': success(call), ...Object.fromEntries(refused) };
}

function success({ output }: Call): object {
  return { description: 'It is done.', content: { 'application/json': { schema: outputSchema(output) } } };
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
