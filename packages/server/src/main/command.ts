import type pg from 'pg';
import { AppError } from '../lib/app-error.ts';
import type { Base } from './compose.ts';

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
  run(context: CommandContext): Promise<void>;
}

/** The value, or a refusal that says what is missing. */
export function required(value: string | undefined, what: string): string {
  if (!value) throw new AppError('bad_request', `This command needs ${what}.`);
  return value;
}
