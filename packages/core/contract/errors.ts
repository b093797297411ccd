export const ERROR_STATUS = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  /** The administrator must confirm the password first. */
  password_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  gone: 410,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  locked: 423,
  too_many_requests: 429,
  checksum_mismatch: 460,
  internal: 500,
  unavailable: 503,
  no_room: 507,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

export interface ErrorBody {
  error: ErrorCode;
  message: string;
  /** Problems by field. */
  fields?: Record<string, string>;
}

/** For responses that are not 2xx or not JSON. `sentence` is for people; '' if a proxy answered instead of us. */
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
