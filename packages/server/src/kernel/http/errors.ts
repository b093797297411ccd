import { CallError, ERROR_STATUS, type ErrorBody, type ErrorCode } from '@vesper/contract';
import type { FastifyError } from 'fastify';
import { collisionOf } from '../db/transaction.ts';
import { AppError } from '../lib/app-error.ts';
import { type DiskFault, diskFault } from '../lib/disk-error.ts';
import type { Log } from '../lib/log.ts';
import { createRarely } from '../lib/rarely.ts';

/** PostgreSQL's refusals of text it cannot hold: the input's fault, not ours. */
const BAD_TEXT_STATES = new Set(['22021', '22P05']);

const DISK_SENTENCES: Readonly<Record<DiskFault, string>> = {
  full: 'The disk is full, so nothing can be saved at the moment. Please try again later.',
  read_only: 'The disk can only be read, so nothing can be saved at the moment. Please try again later.',
  not_writable: 'A folder of the site cannot be written to, so nothing was saved. Please try again later.',
};
const READ_ONLY_DATABASE =
  'The database can only be read, so nothing can be saved at the moment. Please try again later.';
const NO_STORAGE = 'The storage of the site cannot be used at the moment. Please try again later.';
const NO_DATABASE = 'The database does not answer at the moment. Please try again in a moment.';

/** PostgreSQL's errors of classes 08 and 57P and 53, and those of reaching it at all (its appendix A). */
const NO_DATABASE_CODE = /^(?:08...|53[0234]..|57P0[1-4]|ECONNREFUSED|ECONNRESET|EPIPE)$/;
const NO_DATABASE_WORDS = /^(?:Connection terminated|timeout exceeded when trying to connect)/;

/** What keeps the site from answering although nobody did anything wrong, in a sentence that names no folder. */
function unavailable(error: unknown): string | undefined {
  const { name, code = '', syscall, message = '' } = error as NodeJS.ErrnoException;
  // The storage's own error, whose code may be the network's, as the database's are.
  if (name === 'StorageError') return NO_STORAGE;
  if (code === '53100') return DISK_SENTENCES.full;
  if (code === '25006') return READ_ONLY_DATABASE;
  if (NO_DATABASE_CODE.test(code) || (syscall === 'connect' && code === 'ENOENT')) return NO_DATABASE;
  if (NO_DATABASE_WORDS.test(message)) return NO_DATABASE;
  const fault = diskFault(error);
  return fault && DISK_SENTENCES[fault];
}

const rarelyOf = new WeakMap<Log, (key: string) => boolean>();

/** What lasts is met by every request, and need be told once. */
function logRarely(log: Log, sentence: string, error: unknown): void {
  const rarely = rarelyOf.get(log) ?? createRarely();
  rarelyOf.set(log, rarely);
  if (rarely(sentence)) log.error({ err: error }, sentence);
}

/** The JSON body for whatever was thrown. Only the unexpected is logged as an error, and told nothing about. */
export function errorBody(error: unknown, log: Log): ErrorBody {
  if (error instanceof AppError) {
    const { code, message, fields } = error;
    return { error: code, message, ...(fields ? { fields } : {}) };
  }
  // A page is made of calls, which were answered with a body of ours: it has the same status and sentence.
  if (error instanceof CallError) return { error: error.code, message: error.sentence };
  if (BAD_TEXT_STATES.has((error as { code?: string }).code ?? '')) {
    return { error: 'bad_request', message: 'The text holds characters that cannot be stored.' };
  }
  if (collisionOf(error) === 'deadlock') {
    log.warn({ err: error }, 'A request gave way to another.');
    return {
      error: 'conflict',
      message: 'Something else changed the same at the same moment, so nothing was done. Please try again.',
    };
  }
  const refused = refusedByFramework(error);
  if (refused) return refused;
  const away = unavailable(error);
  if (away) {
    logRarely(log, away, error);
    return { error: 'unavailable', message: away };
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
