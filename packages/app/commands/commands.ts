import { beginAct, SEALED } from '@vesper/access/audit';
import type { Command, CommandLine } from '@vesper/core/command.ts';
import type { Feature } from '@vesper/core/feature.ts';
import type { WithQueue } from '@vesper/core/jobs/queue.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { PRODUCT_TOKEN } from '@vesper/core/lib/outbound/product-token.ts';
import { createSourceLooks } from '@vesper/intake/crawler';
import type pg from 'pg';
import { backupParts } from '../composition/backups.ts';
import type { Base } from '../composition/compose.ts';
import { composeQueue, prepareQueue } from '../composition/compose-queue.ts';
import { watchDisks } from '../composition/disks.ts';
import { requireSameMachine } from '../composition/machine.ts';
import { composeOutside, composeYtdlp, requireYtdlp } from '../composition/outside.ts';
import { FEATURES } from '../features.ts';
import { operatorName } from '../processes/account.ts';
import { cancellable, EXIT_CANCELLED } from '../processes/break-off.ts';
import { auditSettings } from '../settings/audit-settings.ts';
import { acceptCommand } from './machine-command.ts';

const features: readonly Feature<never, never, CommandParts>[] = FEATURES;
const found = features.flatMap(({ commands }) => Object.entries(commands ?? {}));
const topicOf = ([words]: [string, Command<CommandParts>]) => words.split(' ', 1)[0] ?? '';

export const commands: ReadonlyMap<string, Command<CommandParts>> = new Map(
  found.toSorted((a, b) => topicOf(a).localeCompare(topicOf(b))),
);

/** Audits a command that changes something. Throws StartError for one on a machine that differs from the others. */
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
  await conclude({ outcome: process.exitCode === EXIT_CANCELLED ? 'failed' : 'done' });
}

type LookAt = Parameters<typeof createSourceLooks>[1];
type Source = Parameters<ReturnType<typeof createSourceLooks>['lookAt']>[0];

export type CommandParts = ReturnType<typeof commandParts>;

export function commandParts(base: Base, connection: pg.PoolConfig) {
  const withQueue: WithQueue = async (use) => {
    await prepareQueue(connection, base.log);
    const { boss, queue } = await composeQueue(connection, base.log);
    return use(queue).finally(() => boss.stop({ graceful: false }));
  };
  return {
    base,
    withQueue,
    audit: auditSettings(base),
    operator: `cli:${operatorName()}`,
    disks: watchDisks(base.config),
    backups: backupParts(base, connection),
    cancellable,
    requireYtdlp: () => requireYtdlp(composeYtdlp(base.config, PRODUCT_TOKEN)),
    async lookAtSource(sources: LookAt, source: Source) {
      const { manners, close } = await composeOutside(base);
      return createSourceLooks({ ...base, manners }, sources)
        .lookAt(source)
        .finally(close);
    },
  };
}
