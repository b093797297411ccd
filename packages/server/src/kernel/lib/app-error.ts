import type { ErrorCode } from '@vesper/contract';

/** A refusal with a code of the contract and a sentence for people; the HTTP layer turns it into an answer. */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** What is wrong with each field of a form, by name. */
  readonly fields: Readonly<Record<string, string>> | undefined;

  constructor(code: ErrorCode, message: string, fields?: Readonly<Record<string, string>>) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.fields = fields;
  }
}

/** The text of any thrown value. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
