import { SourceError, type SourceErrorCode } from '../../kernel/lib/outbound/source-error.ts';
import type { SourceProblem } from './source-item.ts';

const MAX_PROBLEMS = 100;

export function toProblem(url: string, error: SourceError): SourceProblem {
  const { code, message, retryAfterMs } = error;
  const kind = isUnknownSite(error) ? 'permanent' : error.kind;
  return { type: 'problem', url, code, kind, message, ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

/** An unusable line of a list. */
export function toLineProblem(
  url: string,
  { line, message, code = 'bad_line' }: { line: number; message: string; code?: SourceErrorCode },
): SourceProblem {
  const sentence = `Line ${line.toLocaleString('en')} of the list was skipped. ${message}`;
  return toProblem(url, new SourceError(code, sentence));
}

/**
 * The same entries, single or batched; only the first `maxProblems` problems, and at the end the number of the others.
 */
export async function* limitProblems<T extends { type: string }>(
  url: string,
  parts: AsyncIterable<T | readonly T[]>,
  maxProblems = MAX_PROBLEMS,
): AsyncGenerator<T | SourceProblem, void, undefined> {
  let problems = 0;
  for await (const part of parts) {
    for (const entry of Array.isArray(part) ? (part as readonly T[]) : [part as T]) {
      if (entry.type === 'problem') problems += 1;
      if (entry.type !== 'problem' || problems <= maxProblems) yield entry;
    }
  }
  if (problems > maxProblems) {
    const count = (problems - maxProblems).toLocaleString('en');
    yield toProblem(url, new SourceError('too_many', `${count} further problems were only counted.`));
  }
}

/** A site without an address will have none in a moment either. */
function isUnknownSite({ code, cause }: SourceError): boolean {
  return code === 'robots_unreachable' && cause instanceof SourceError && cause.code === 'dns';
}
