import type pg from 'pg';
import type { Queue } from '../kernel/jobs/queue.ts';
import type { Base } from './compose.ts';
import { composeQueue, prepareQueue } from './compose-queue.ts';

export { checked, required, wholeNumber } from '../kernel/command.ts';

export interface CommandContext {
  base: Base;
  connection: pg.PoolConfig;
  operands: string[];
  options: Record<string, string | boolean | undefined>;
  print: (line: string) => void;
}

/** A command; its words are its key in a table. */
export interface Command {
  operands?: string;
  about: string;
  /** Changes nothing, always or with these options: any other command is recorded in the audit log. */
  readsOnly?: boolean | ((options: CommandContext['options']) => boolean);
  run(context: CommandContext): Promise<void>;
}

/** Gives a command access to the queue. */
export async function withQueue<T>(
  base: Base,
  connection: pg.PoolConfig,
  use: (queue: Queue) => Promise<T>,
): Promise<T> {
  await prepareQueue(connection, base.log);
  const { boss, queue } = await composeQueue(connection, base.log);
  return use(queue).finally(() => boss.stop({ graceful: false }));
}
