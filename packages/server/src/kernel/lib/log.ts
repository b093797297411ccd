import pino, { type Logger } from 'pino';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'> & { child(fields: object): Log };

/** A JSON log on standard output. Fields that are named like secrets are cut out. */
export function createLog(level: string, fields: object = {}): Log {
  return pino({
    level,
    base: fields,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['password', 'secret', 'token', 'cookie', 'authorization', '*.password', '*.secretAccessKey'],
      censor: '[cut]',
    },
  });
}

export const silentLog: Log = pino({ level: 'silent' });
