/**
 * The parts of a refused call that pages use. Recognised by shape and not by class: on the server the error
 * comes from another copy of the contract, and in the browser it may have travelled as JSON.
 */
export interface CallFailure {
  status: number;
  sentence: string;
}

/**
 * The site's refusal behind an error. Undefined where the site did not refuse: it could not be reached, or something
 * before it answered in its place.
 */
export function callFailureOf(error: unknown): CallFailure | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { status, sentence } = error as Record<string, unknown>;
  if (typeof status !== 'number' || typeof sentence !== 'string' || sentence === '') return undefined;
  return { status, sentence };
}

/** The status of the answer behind an error, whoever gave it; 0 where there was none. */
export function statusOf(error: unknown): number {
  const { status } = (error ?? {}) as { status?: unknown };
  return typeof status === 'number' ? status : 0;
}

/** Whether the call says that the thing asked for is not there; a malformed id names nothing either. */
export function saysMissing(error: unknown): boolean {
  const status = callFailureOf(error)?.status;
  return status === 400 || status === 404 || status === 410;
}

/** What a person should read. */
export function sentenceOf(error: unknown): string {
  return callFailureOf(error)?.sentence ?? 'The site could not be reached. Check your connection.';
}
