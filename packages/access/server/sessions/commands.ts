import { type Command, type CommandLine, required } from '@vesper/core/command.ts';
import type { Db } from '@vesper/core/db/pool.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import { listAdministrators } from './admin-session.ts';
import {
  addAdministrator,
  administratorNamed,
  removeAdministrator,
  resetAdministrator,
  resetSecondFactor,
} from './administrators.ts';

type Parts = { base: { db: Db; clock: Clock } };

const NAME = 'the name of an administrator';

export const adminCommands: Record<string, Command<Parts>> = {
  'admin add': {
    operands: 'NAME',
    about: 'adds an owner with a random password, which is shown once',
    async run({ base, operands, print }) {
      const login = await addAdministrator(base.db, required(operands[0], NAME), base.clock.now());
      print(`Added the administrator ${login.username}, with the password ${login.password}`);
    },
  },
  'admin reset': {
    operands: 'NAME',
    about: 'gives an administrator a new random password, shown once, and ends their sessions and tokens',
    async run({ base, operands, print }) {
      const { id } = await namedAdministrator({ base, operands });
      const login = await resetAdministrator(base.db, id, { now: base.clock.now() });
      print(`The administrator ${login.username} has the new password ${login.password}`);
      print(`Sessions ended: ${login.sessionsEnded}.`);
      print(`Personal tokens revoked: ${login.tokensRevoked}.`);
    },
  },
  'admin remove': {
    operands: 'NAME',
    about: 'removes an administrator and ends their sessions; never the last owner',
    async run({ base, operands, print }) {
      const administrator = await namedAdministrator({ base, operands });
      const { username } = await removeAdministrator(base.db, administrator.id, undefined);
      print(`Removed the administrator ${username}.`);
    },
  },
  'admin reset-second-factor': {
    operands: 'NAME',
    about:
      'removes an administrator’s authenticator app, passkeys and recovery codes, and ends their sessions',
    async run({ base, operands, print }) {
      const administrator = await namedAdministrator({ base, operands });
      const { username, hadOne, sessionsEnded } = await resetSecondFactor(base.db, administrator.id);
      print(
        hadOne
          ? `The administrator ${username} now signs in with the password alone.`
          : `The administrator ${username} had no second factor.`,
      );
      print(`Sessions ended: ${sessionsEnded}.`);
    },
  },
  'admin list': {
    about: 'lists the administrators and how many sessions they have',
    readsOnly: true,
    async run({ base, print }) {
      const administrators = await listAdministrators(base.db, base.clock.now());
      for (const administrator of administrators) {
        const { username, created_at, sessions, last_seen_at, has_second_factor, is_owner } = administrator;
        const seen = last_seen_at ? `, last seen ${last_seen_at.toISOString()}` : '';
        const factor = has_second_factor ? '  with a second factor' : '';
        const role = is_owner ? '  owner' : '';
        print(`${username}  since ${created_at.toISOString()}  sessions: ${sessions}${seen}${factor}${role}`);
      }
      if (administrators.length === 0) print('There are no administrators.');
    },
  },
};

function namedAdministrator({ base, operands }: Parts & Pick<CommandLine, 'operands'>) {
  return administratorNamed(base.db, required(operands[0], NAME));
}
