import type { Command, CommandLine } from '@vesper/core/command.ts';
import { writeAnchor } from './anchor.ts';
import type { AuditSettings } from './audit-log.ts';
import { selectHead } from './queries.ts';
import { checkAuditLog, verifyAuditLog } from './verify.ts';

type Parts = { audit: AuditSettings };

const MOST_SHOWN = 20;

export const auditCommands: Record<string, Command<Parts>> = {
  'audit verify': {
    about: 'checks that no entry of the audit log was changed, removed, reordered or cut off',
    readsOnly: true,
    run: verify,
  },
  'audit anchor': {
    about: 'accepts the audit log as it is: after restoring a backup, or after investigating its faults',
    async run({ audit, print }) {
      const head = await selectHead(audit.db);
      await writeAnchor(audit.anchorFile, head);
      print(`The audit log is anchored at entry ${head.seq}.`);
      const { faultCount } = await checkAuditLog(audit);
      if (faultCount > 0)
        print(
          `${faultCount === 1 ? 'One known fault remains' : `${faultCount} known faults remain`}; only new ones are reported from now on.`,
        );
    },
  },
};

async function verify({ audit, print }: Parts & CommandLine): Promise<void> {
  const { db, anchorFile } = audit;
  const { rows, faults, faultCount, unknown, anchoredAt } = await verifyAuditLog(db, anchorFile);
  for (const fault of faults) print(fault);
  if (faultCount > faults.length) print(`And ${faultCount - faults.length} more.`);
  for (const { seq, at, actor_name, action, subject } of unknown.slice(-MOST_SHOWN)) {
    const what = [actor_name, action, subject].filter(Boolean).join(', ');
    print(`Entry ${seq} (${at.toISOString()}, ${what}): outcome unknown, or still running.`);
  }
  if (unknown.length > MOST_SHOWN)
    print(`And ${unknown.length - MOST_SHOWN} earlier entries with unknown outcome.`);
  if (anchoredAt === undefined)
    print(`There is no anchor in ${anchorFile}, so a cut-off end cannot be detected.`);
  const found = ['no faults', 'one fault was found'][faultCount] ?? `${faultCount} faults were found`;
  print(`Checked ${rows} entries: ${found}.`);
  if (faultCount > 0) process.exitCode = 1;
}
