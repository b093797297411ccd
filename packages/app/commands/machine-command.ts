import { recordSystemEvent } from '@vesper/access/audit';
import type { Command } from '@vesper/core/command.ts';
import type { Base } from '../composition/compose.ts';
import { acceptMachine, differencesOf } from '../composition/machine.ts';

/** The only command that writes on a machine that differs from the others. */
export const acceptCommand: Command<{ base: Base; operator: string }> = {
  operands: '[--yes]',
  about: "shows where this machine's keys and settings differ from the site's; --yes makes them the site's",
  readsOnly: ({ yes }) => !yes,
  async run({ base, operator, options, print }) {
    const sentences = await differencesOf(base);
    for (const sentence of sentences) print(sentence);
    if (sentences.length === 0) print('This machine matches the others.');
    else if (!options.yes)
      print('Nothing was changed. Run it with --yes to make all machines match this one.');
    else {
      await base.db.transaction().execute(async (tx) => {
        await acceptMachine({ ...base, db: tx });
        const after = { by: operator, accepted: sentences };
        await recordSystemEvent(tx, base.clock, { action: 'machine.accept', after });
      });
      print('Accepted: other machines must now match this one, and lost keys are given up.');
    }
  },
};
