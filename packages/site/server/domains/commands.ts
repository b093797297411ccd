import { unwrittenWords } from '@vesper/contract';
import { type Command, required } from '@vesper/core/command.ts';
import type { Db } from '@vesper/core/db/pool.ts';
import { listFields } from './fields.ts';
import {
  addDomain,
  changeDomain,
  getDomain,
  listDomains,
  removeDomain,
  type SavedDomain,
} from './settings.ts';

type Parts = { base: { db: Db } };

const NAME = 'the name of a domain';

export const domainCommands: Record<string, Command<Parts>> = {
  'domain list': {
    about: 'lists the domains',
    readsOnly: true,
    async run({ base, print }) {
      for (const { config, isDefault } of await listDomains(base.db)) {
        print(
          `${config.domain}  ${config.siteName}${isDefault ? '  (default: serves all other names)' : ''}`,
        );
      }
    },
  },
  'domain show': {
    operands: '[DOMAIN]',
    about: 'shows the fields of a domain, or of the default one',
    readsOnly: true,
    async run({ base, operands, print }) {
      for (const line of listFields(await getDomain(base.db, operands[0]))) print(line);
    },
  },
  'domain add': {
    operands: 'DOMAIN [FIELD=VALUE ...]',
    about: 'adds a domain with these fields; colours, switches and legal details come from the default one',
    async run({ base, operands: [name, ...fields], print }) {
      const saved = await addDomain(base.db, required(name, NAME), fields);
      report(saved, 'Added', print);
      const unwritten = unwrittenWords(saved.config);
      if (unwritten.length > 0) print(`Still to write: ${unwritten.join(', ').toLowerCase()}.`);
    },
  },
  'domain set': {
    operands: 'DOMAIN FIELD=VALUE ...',
    about: 'changes fields of a domain',
    async run({ base, operands: [name, ...fields], print }) {
      required(fields[0], 'the name of a domain and FIELD=VALUE');
      const saved = await changeDomain(base.db, required(name, NAME), fields);
      report(saved, 'Changed', print);
    },
  },
  'domain remove': {
    operands: 'DOMAIN',
    about: 'removes a domain; the default one then serves its host name',
    async run({ base, operands, print }) {
      await removeDomain(base.db, required(operands[0], NAME));
      print('The domain was removed.');
    },
  },
};

function report({ config, notes }: SavedDomain, done: string, print: (line: string) => void): void {
  print(`${done} the domain ${config.domain}. Pages show it within five seconds.`);
  for (const note of notes) print(note);
}
