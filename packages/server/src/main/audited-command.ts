import path from 'node:path';
import { type AuditSettings, beginAct } from '../access/audit/index.ts';
import { AppError } from '../kernel/lib/app-error.ts';
import { operatorName } from './account.ts';
import type { Command, CommandContext } from './command.ts';
import type { Base } from './compose.ts';

/** How every process writes the audit log. The anchor is kept beside the database, not in it. */
export function auditSettings({ db, clock, log, config }: Base): AuditSettings {
  return { db, clock, log, anchorFile: path.join(config.dataDir, 'audit-anchor.json') };
}

/** Runs a command; if it changes something, the audit log records its start before and its end after. */
export async function runCommand(words: string, command: Command, context: CommandContext): Promise<void> {
  const { readsOnly = false, run } = command;
  const { operands, options } = context;
  if (typeof readsOnly === 'boolean' ? readsOnly : readsOnly(options)) return run(context);
  const conclude = await beginAct(auditSettings(context.base), {
    action: `cli.${words.replaceAll(' ', '.')}`,
    actor: { name: `cli:${operatorName()}` },
    subject: operands[0],
    input: { operands, ...options },
  });
  try {
    await run(context);
  } catch (error) {
    await conclude(
      error instanceof AppError ? { outcome: 'refused', reason: error.message } : { outcome: 'failed' },
    );
    throw error;
  }
  await conclude({ outcome: 'done' });
}
