import type { Decision } from '@vesper/contract';
import { AppError } from '../../lib/app-error.ts';
import { SourceError, type SourceErrorCode } from '../../lib/source-error.ts';

/** Faults that say: there is nothing here to take. */
const NO_VIDEO: ReadonlySet<SourceErrorCode> = new Set(['no_video', 'not_page', 'not_video']);

/** What the ledger says of an address whose download ended with this error, and of what class the error was. */
export function outcomeOf(error: unknown): {
  decision: Exclude<Decision, 'new' | 'over_quota'>;
  errorClass: string;
} {
  if (error instanceof SourceError) {
    if (error.code === 'robots') return { decision: 'robots', errorClass: error.code };
    return { decision: NO_VIDEO.has(error.code) ? 'no_video' : 'failed', errorClass: error.code };
  }
  if (!(error instanceof AppError)) return { decision: 'failed', errorClass: 'unexpected' };
  if (error.code === 'gone') return { decision: 'blocked', errorClass: error.code };
  return { decision: error.code === 'conflict' ? 'known' : 'failed', errorClass: error.code };
}
