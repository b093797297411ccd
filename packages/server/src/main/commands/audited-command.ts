import { beginAct, SEALED } from '../../access/audit/index.ts';
import type { Command, CommandLine } from '../../kernel/command.ts';
import { AppError } from '../../kernel/lib/app-error.ts';
import { requireSameMachine } from '../composition/machine.ts';
import { operatorName } from '../processes/account.ts';
import { EXIT_BROKEN_OFF } from '../processes/break-off.ts';
import type { CommandParts } from './command-parts.ts';
import { acceptCommand } from './machine-command.ts';

/**
 * Runs a command; if it changes something, the audit log records its start before and its end after. Throws StartError
 * if it would change something on a machine that differs from the others.
 */
export async function runCommand(
  words: string,
  command: Command<CommandParts>,
  context: CommandParts & CommandLine,
): Promise<void> {
  const { readsOnly = false, sealedOptions = [], run } = command;
  const { operands, options } = context;
  if (typeof readsOnly === 'boolean' ? readsOnly : readsOnly(options)) return run(context);
  if (command !== acceptCommand) await requireSameMachine(context.base);
  const given = sealedOptions.filter((name) => options[name] !== undefined);
  const sealed = Object.fromEntries(given.map((name) => [name, SEALED]));
  const conclude = await beginAct(context.audit, {
    action: `cli.${words.replaceAll(' ', '.')}`,
    actor: { name: `cli:${operatorName()}` },
    subject: operands[0],
    input: { operands, ...options, ...sealed },
  });
  try {
    await run(context);
  } catch (error) {
    await conclude(
      error instanceof AppError ? { outcome: 'refused', reason: error.message } : { outcome: 'failed' },
    );
    throw error;
  }
  await conclude({ outcome: process.exitCode === EXIT_BROKEN_OFF ? 'failed' : 'done' });
}
