import { AppError } from './lib/app-error.ts';

export interface CommandLine {
  operands: string[];
  options: Record<string, string | boolean | undefined>;
  print: (line: string) => void;
}

export interface Command<Parts = never> {
  operands?: string;
  about: string;
  /** Changes nothing, always or with these options; any other command is audited. */
  readsOnly?: boolean | ((options: CommandLine['options']) => boolean);
  /** Options that identify people: kept out of the audit log, whose entries are never deleted. */
  sealedOptions?: readonly string[];
  run: (context: Parts & CommandLine) => Promise<void>;
}
/** Throws AppError if missing. */
export function required(value: string | undefined, what: string): string {
  if (!value) throw new AppError('bad_request', `This command needs ${what}.`);
  return value;
}

/** Undefined without the option; throws AppError unless it is a number. */
export function wholeNumber(value: string | boolean | undefined, name: string): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || !/^\d{1,9}$/.test(value)) {
    throw new AppError('bad_request', `${name} must be a whole number.`);
  }
  return Number(value);
}

interface Schema<T> {
  safeParse(
    input: unknown,
  ):
    | { success: true; data: T }
    | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } };
}

/** Throws AppError with the first issue of invalid input. */
export function checked<T>({ safeParse }: Schema<T>, input: unknown): T {
  const result = safeParse(input);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const { path = [], message = 'The input is not valid.' } = issue ?? {};
  const field = path.filter((name) => typeof name === 'string').join('.');
  throw new AppError('bad_request', message.includes(field) ? message : `${field}: ${message}`);
}
