import { CallError, ERROR_STATUS, type ErrorBody, type ErrorCode } from '@vesper/contract';
import type { FastifyError } from 'fastify';
import { collisionOf } from '../db/transaction.ts';
import { AppError } from '../lib/app-error.ts';
import { faultsOf } from '../lib/faults.ts';
import { type DiskFault, diskFault } from '../lib/files/disk-error.ts';
import type { Log } from '../lib/log.ts';

/** Text PostgreSQL cannot store: the input's fault. */
const BAD_TEXT_STATES = new Set(['22021', '22P05']);

const DISK_SENTENCES: Readonly<Record<DiskFault, string>> = {
  full: 'The disk is full, so nothing can be saved at the moment. Please try again later.',
  read_only: 'The disk is read-only, so nothing can be saved at the moment. Please try again later.',
  not_writable: 'A folder of the site is not writable, so nothing was saved. Please try again later.',
};
const READ_ONLY_DATABASE =
  'The database is read-only, so nothing can be saved at the moment. Please try again later.';
const NO_STORAGE = 'The storage is temporarily unavailable. Please try again later.';
const NO_DATABASE = 'The database does not answer at the moment. Please try again in a moment.';

/** PostgreSQL's classes 08, 53 and 57P (appendix A), and network errors. */
const NO_DATABASE_CODE = /^(?:08...|53[0234]..|57P0[1-4]|ECONNREFUSED|ECONNRESET|EPIPE)$/;
const NO_DATABASE_WORDS =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout)/;

/** What is unavailable. The fault ends when it works again. */
type Away = 'database' | 'storage' | 'saving';

/** A sentence without folder names. */
function unavailable(error: unknown): { key: Away; sentence: string } | undefined {
  const { name, code = '', syscall, message = '' } = error as NodeJS.ErrnoException;
  // First: the storage's codes may be network codes, like the database's.
  if (name === 'StorageError') return { key: 'storage', sentence: NO_STORAGE };
  if (code === '53100') return { key: 'saving', sentence: DISK_SENTENCES.full };
  if (code === '25006') return { key: 'saving', sentence: READ_ONLY_DATABASE };
  if (NO_DATABASE_CODE.test(code) || (syscall === 'connect' && code === 'ENOENT'))
    return { key: 'database', sentence: NO_DATABASE };
  if (NO_DATABASE_WORDS.test(message)) return { key: 'database', sentence: NO_DATABASE };
  const fault = diskFault(error);
  return fault && { key: 'saving', sentence: DISK_SENTENCES[fault] };
}

export function isUnavailable(error: unknown): boolean {
  if (error instanceof CallError || error instanceof AppError) return error.code === 'unavailable';
  return unavailable(error) !== undefined;
}

/** Logs unexpected errors without describing them to the client. */
export function errorBody(error: unknown, log: Log): ErrorBody {
  if (error instanceof AppError) {
    const { code, message, fields } = error;
    return { error: code, message, ...(fields ? { fields } : {}) };
  }
  // A page's calls have our error bodies already.
  if (error instanceof CallError) return { error: error.code, message: error.sentence };
  if (BAD_TEXT_STATES.has((error as { code?: string }).code ?? '')) {
    return { error: 'bad_request', message: 'The text holds characters that cannot be stored.' };
  }
  const collision = collisionOf(error);
  if (collision === 'lock_timeout') {
    log.warn({ err: error }, 'A request waited too long for a lock, and was rolled back.');
    return { error: 'unavailable', message: NO_DATABASE };
  }
  if (collision === 'deadlock') {
    log.warn({ err: error }, 'A request was rolled back as a deadlock victim.');
    return {
      error: 'conflict',
      message: 'Something else has just changed the same data, so nothing was changed. Please try again.',
    };
  }
  const refused = refusedByFramework(error);
  if (refused) return refused;
  const away = unavailable(error);
  if (away) {
    faultsOf(log).begin(away.key, { sentence: away.sentence, fields: { err: error } });
    return { error: 'unavailable', message: away.sentence };
  }
  log.error({ err: error }, 'A request failed.');
  return { error: 'internal', message: 'Something went wrong on our side. Please try again later.' };
}

export function errorStatus(body: ErrorBody): number {
  return ERROR_STATUS[body.error];
}

const SENTENCES: Partial<Record<ErrorCode, string>> = {
  bad_request: 'The request could not be understood.',
  payload_too_large: 'The request is too large.',
  unsupported_media_type: 'The body must be JSON.',
};

function refusedByFramework(error: unknown): ErrorBody | undefined {
  const status = (error as Partial<FastifyError>).statusCode;
  if (status === undefined || status >= 500) return undefined;
  const code = (Object.keys(ERROR_STATUS) as ErrorCode[]).find((name) => ERROR_STATUS[name] === status);
  return {
    error: code ?? 'bad_request',
    message: SENTENCES[code ?? 'bad_request'] ?? 'The request was refused.',
  };
}
