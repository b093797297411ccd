import { addAdministrator, listAdministrators, resetAdministrator } from '../features/admin-session/index.ts';
import { type Command, required } from './command.ts';

const NAME = 'the name of an administrator';

/** The commands about administrators, by their words. */
export const adminCommands: Record<string, Command> = {
  'admin add': {
    operands: 'NAME',
    about: 'adds an administrator with a random password, which is shown once',
    async run({ base, operands, print }) {
      const login = await addAdministrator(base.db, required(operands[0], NAME), base.clock.now());
      print(`Added the administrator ${login.username}, with the password ${login.password}`);
    },
  },
  'admin reset': {
    operands: 'NAME',
    about: 'gives an administrator a new random password, shown once, and ends the sessions',
    async run({ base, operands, print }) {
      const login = await resetAdministrator(base.db, required(operands[0], NAME), base.clock.now());
      print(`The administrator ${login.username} has the new password ${login.password}`);
      print(`Sessions ended: ${login.sessionsEnded}.`);
    },
  },
  'admin list': {
    about: 'lists the administrators and how many sessions they have',
    readsOnly: true,
    async run({ base, print }) {
      const administrators = await listAdministrators(base.db, base.clock.now());
      for (const { username, created_at, sessions, last_seen_at } of administrators) {
        const seen = last_seen_at ? `, last seen ${last_seen_at.toISOString()}` : '';
        print(`${username}  since ${created_at.toISOString()}  sessions: ${sessions}${seen}`);
      }
      if (administrators.length === 0) print('There are no administrators.');
    },
  },
};
