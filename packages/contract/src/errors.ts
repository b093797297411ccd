/** Every error code a call may answer with, and the HTTP status it travels under. */
export const ERROR_STATUS = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  /** The administrator has to give the password again first. */
  password_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  gone: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** The JSON body of every refused call: a code for programs and a sentence for people. */
export interface ErrorBody {
  error: ErrorCode;
  message: string;
  /** What is wrong with each field of a form, by its name. */
  fields?: Record<string, string>;
}

/**
 * What the typed client throws for any answer that is not 2xx, and for one that is no JSON. `message` is the status, a
 * colon, a space and the body text (specification, section 7): for logs. `sentence` is what a person should read; ''
 * where the answer is not the site's own but, say, a page of a proxy.
 */
export class CallError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly sentence: string;
  readonly fields: Readonly<Record<string, string>>;

  constructor(status: number, bodyText: string, statusText = '') {
    super(`${status}: ${bodyText || statusText}`);
    this.name = 'CallError';
    this.status = status;
    const body = parseErrorBody(bodyText);
    this.code = body?.error ?? 'internal';
    this.sentence = body?.message ?? '';
    this.fields = body?.fields ?? {};
  }
}

function parseErrorBody(text: string): ErrorBody | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return undefined;
    const { error, message, fields } = value as Record<string, unknown>;
    if (typeof error !== 'string' || !Object.hasOwn(ERROR_STATUS, error) || typeof message !== 'string')
      return undefined;
    return { error: error as ErrorCode, message, ...(isTextRecord(fields) ? { fields } : {}) };
  } catch {
    return undefined;
  }
}

function isTextRecord(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((text) => typeof text === 'string')
  );
}
