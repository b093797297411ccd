import pino, { type Logger } from 'pino';
import { currentRequestId } from './request-id.ts';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'> & { child(fields: object): Log };

/** JSON on standard output, with request ids. Fields named like secrets are redacted. */
export function createLog(level: string, fields: object = {}): Log {
  return pino({
    level,
    base: fields,
    mixin: requestFields,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['password', 'secret', 'token', 'cookie', 'authorization', '*.password', '*.secretAccessKey'],
      censor: '[cut]',
    },
  });
}

function requestFields(): { requestId?: string } {
  const requestId = currentRequestId();
  return requestId === undefined ? {} : { requestId };
}

export const silentLog: Log = pino({ level: 'silent' });
