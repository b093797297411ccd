import { AppError } from './lib/app-error.ts';

/** A command as it was typed, and where its answer goes. */
export interface CommandLine {
  operands: string[];
  options: Record<string, string | boolean | undefined>;
  print: (line: string) => void;
}

/** One command of the command line; its words are its key in a table. */
export interface Command<Parts = never> {
  operands?: string;
  about: string;
  /** Changes nothing, always or with these options: any other command is recorded in the audit log. */
  readsOnly?: boolean | ((options: CommandLine['options']) => boolean);
  /** Options that identify persons: the audit log could never forget them. */
  sealedOptions?: readonly string[];
  run: (context: Parts & CommandLine) => Promise<void>;
}
/** The value, or a refusal that says what is missing. */
export function required(value: string | undefined, what: string): string {
  if (!value) throw new AppError('bad_request', `This command needs ${what}.`);
  return value;
}

/** The number that an option holds, or a refusal; undefined without the option. */
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

/** The input as the contract takes it; else a refusal with its first sentence. */
export function checked<T>({ safeParse }: Schema<T>, input: unknown): T {
  const result = safeParse(input);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const { path = [], message = 'The input is not valid.' } = issue ?? {};
  const field = path.filter((name) => typeof name === 'string').join('.');
  throw new AppError('bad_request', message.includes(field) ? message : `${field}: ${message}`);
}
