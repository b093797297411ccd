/**
 * The parts of a refused call that pages use. Recognised by shape, not by class: on the server the error comes from
 * another copy of the contract, and in the browser it may have been serialised as JSON.
 */
export interface CallFailure {
  status: number;
  sentence: string;
}

/**
 * The site's refusal behind an error. Undefined if the site did not refuse: it was unreachable, or a proxy answered in
 * its place.
 */
export function callFailureOf(error: unknown): CallFailure | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { status, sentence } = error as Record<string, unknown>;
  if (typeof status !== 'number' || typeof sentence !== 'string' || sentence === '') return undefined;
  return { status, sentence };
}

/** The status of the answer behind an error, the site's or a proxy's; 0 without an answer. */
export function statusOf(error: unknown): number {
  const { status } = (error ?? {}) as { status?: unknown };
  return typeof status === 'number' ? status : 0;
}

/** Whether the call says that the record does not exist; a malformed id counts as well. */
export function saysMissing(error: unknown): boolean {
  const status = callFailureOf(error)?.status;
  return status === 400 || status === 404 || status === 410;
}

/** The sentence to show. */
export function sentenceOf(error: unknown): string {
  return callFailureOf(error)?.sentence ?? 'The site could not be reached. Check your connection.';
}
