import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '@vesper/contract';
import type { FastifyError } from 'fastify';
import { AppError } from '../lib/app-error.ts';
import type { Log } from '../lib/log.ts';

/** PostgreSQL's refusals of text it cannot hold: the input's fault, not ours. */
const BAD_TEXT_STATES = new Set(['22021', '22P05']);

/** Two that wait for each other, of whom PostgreSQL has chosen this one to give way: nothing of it has happened. */
const GAVE_WAY_STATES = new Set(['40P01', '40001']);

/** The JSON body for whatever was thrown. Only the unexpected is logged as an error, and told nothing about. */
export function errorBody(error: unknown, log: Log): ErrorBody {
  if (error instanceof AppError) {
    const { code, message, fields } = error;
    return { error: code, message, ...(fields ? { fields } : {}) };
  }
  if (BAD_TEXT_STATES.has((error as { code?: string }).code ?? '')) {
    return { error: 'bad_request', message: 'The text holds characters that cannot be stored.' };
  }
  if (GAVE_WAY_STATES.has((error as { code?: string }).code ?? '')) {
    log.warn({ err: error }, 'A request gave way to another.');
    return {
      error: 'conflict',
      message: 'Something else changed the same at the same moment, so nothing was done. Please try again.',
    };
  }
  const refused = refusedByFramework(error);
  if (refused) return refused;
  log.error({ err: error }, 'A request failed.');
  return { error: 'internal', message: 'Something went wrong here. Please try again later.' };
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
