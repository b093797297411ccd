/** Recognised by shape: on the server the class is another copy, and in the browser it may come from JSON. */
export interface CallFailure {
  status: number;
  sentence: string;
}

/** Undefined unless the site itself answered: it was unreachable, or a proxy answered instead. */
export function callFailureOf(error: unknown): CallFailure | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { status, sentence } = error as Record<string, unknown>;
  if (typeof status !== 'number' || typeof sentence !== 'string' || sentence === '') return undefined;
  return { status, sentence };
}

/** The site's status or a proxy's; 0 without an answer. */
export function statusOf(error: unknown): number {
  const { status } = (error ?? {}) as { status?: unknown };
  return typeof status === 'number' ? status : 0;
}

/** A malformed id counts as missing. */
export function saysMissing(error: unknown): boolean {
  const status = callFailureOf(error)?.status;
  return status === 400 || status === 404 || status === 410;
}

export function sentenceOf(error: unknown): string {
  return callFailureOf(error)?.sentence ?? 'The site could not be reached. Check your connection.';
}
