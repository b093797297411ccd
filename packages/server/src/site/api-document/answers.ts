import { type Call, ERROR_STATUS, type ErrorCode, isRecorded, outputSchema } from '@vesper/contract';

const WORDS: Record<ErrorCode, string> = {
  bad_request: 'The input is not valid.',
  unauthorized: 'Not signed in, or the login, session or token is unknown or has expired.',
  forbidden: 'The token does not permit this call, or the call comes from a page of another site.',
  password_required: 'The password must be confirmed first.',
  not_found: 'It does not exist.',
  method_not_allowed: 'The path does not support this method.',
  conflict: 'The current state does not allow it, or someone else was faster.',
  gone: 'It no longer exists.',
  payload_too_large: 'The body is too large.',
  unsupported_media_type: 'The body is not JSON.',
  too_many_requests: 'Too many such calls. Please try again later.',
  internal: 'Something went wrong on our side.',
  unavailable: 'Temporarily unavailable. Please try again later.',
};

/** Every error that a call may return: those in the contract, and those of every call of its kind. */
export function errorsOf(call: Call): ErrorCode[] {
  const codes = new Set<ErrorCode>([...(call.errors ?? []), 'internal']);
  const isUnsafe = call.method !== 'GET';
  if (call.params || call.query || call.body) codes.add('bad_request');
  if (call.body) codes.add('unsupported_media_type').add('payload_too_large');
  if (isUnsafe) codes.add('forbidden');
  if (call.caller === 'admin') {
    codes.add('unauthorized').add('forbidden');
    // What cannot be recorded in the audit log is not done.
    if (isRecorded(call)) codes.add('unavailable');
    if (call.asksPassword) codes.add('password_required');
  }
  return (Object.keys(ERROR_STATUS) as ErrorCode[]).filter((code) => codes.has(code));
}

/** The responses of a call as in OpenAPI, by status. */
export function answersOf(call: Call): Record<string, object> {
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
