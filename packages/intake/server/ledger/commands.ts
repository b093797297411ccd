import { type Command, required } from '@vesper/core/command.ts';
import type { Db } from '@vesper/core/db/pool.ts';
import { why } from './ledger.ts';

type Parts = { base: { db: Db } };

export const ledgerCommands: Record<string, Command<Parts>> = {
  why: {
    operands: 'URL',
    about: 'says whether the video at an address is in the library, and if not, why',
    readsOnly: true,
    async run({ base, operands, print }) {
      const { decision, reason, source } = await why(base.db, required(operands[0], 'an address'));
      const from = source ? ` (source: ${source.name})` : '';
      print(`${decision === null ? '' : `${decision}: `}${reason}${from}`);
    },
  },
};
