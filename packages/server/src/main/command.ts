import type pg from 'pg';
import type { Queue } from '../kernel/jobs/queue.ts';
import { AppError } from '../kernel/lib/app-error.ts';
import type { Base } from './compose.ts';
import { composeQueue, prepareQueue } from './compose-queue.ts';

export interface CommandContext {
  base: Base;
  connection: pg.PoolConfig;
  operands: string[];
  options: Record<string, string | boolean | undefined>;
  print: (line: string) => void;
}

/** One command of the command line; its words are its key in a table. */
export interface Command {
  operands?: string;
  about: string;
  /** Changes nothing, always or with these options: any other command leaves its trace in the audit log. */
  readsOnly?: boolean | ((options: CommandContext['options']) => boolean);
  run(context: CommandContext): Promise<void>;
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
  const field = path.map(String).join('.');
  throw new AppError('bad_request', message.includes(field) ? message : `${field}: ${message}`);
}

/** Lets a command put jobs into the queue. */
export async function withQueue<T>(
  base: Base,
  connection: pg.PoolConfig,
  use: (queue: Queue) => Promise<T>,
): Promise<T> {
  await prepareQueue(connection, base.log);
  const { boss, queue } = await composeQueue(connection, base.log);
  return use(queue).finally(() => boss.stop({ graceful: false }));
}
