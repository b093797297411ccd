import type { Handlers } from '../../kernel/http/mount.ts';
import { AppError } from '../../kernel/lib/app-error.ts';
import { type AdminSessions, listAdministrators } from './admin-session.ts';
import { addAdministrator, removeAdministrator, resetAdministrator } from './administrators.ts';
import { listSessions, revokeOtherSessions, revokeSession } from './sessions.ts';
import { administratorView, sessionView } from './view.ts';

/** What administrators do to other accounts. */
export function administratorRoutes({ db, clock }: AdminSessions): Handlers['administrators'] {
  return {
    list: async (_input, { actor }) => {
      const rows = await listAdministrators(db, clock.now());
      return rows.map((row) => administratorView(row, actor));
    },
    add: async ({ username: name }, { act }) => {
      const { username, password } = await addAdministrator(db, name, clock.now());
      act.changed({ subject: username, after: { username } });
      return { username, password };
    },
    resetPassword: async ({ id, seenPasswordChangedAt }, { actor, act }) => {
      if (id === actor.administratorId)
        throw new AppError('conflict', 'Change your own password instead, with the current one.');
      const seen = seenPasswordChangedAt === undefined ? undefined : new Date(seenPasswordChangedAt);
      const { password, ...reset } = await resetAdministrator(db, id, { now: clock.now(), seen });
      const { username, sessionsEnded, tokensRevoked } = reset;
      act.changed({ subject: username, after: { sessionsEnded, tokensRevoked } });
      return { password, ...reset };
    },
    remove: async ({ id }, { actor, act }) => {
      const { username } = await removeAdministrator(db, id, actor.administratorId);
      act.changed({ subject: username, before: { username } });
      return { username };
    },
  };
}

export function adminSessionRoutes(sessions: AdminSessions): Handlers['adminSessions'] {
  return {
    list: async (asked, { actor }) => {
      const page = await listSessions(sessions, actor, asked);
      const rows = page.sessions.map((row) => sessionView(row, actor));
      return { sessions: rows, nextBefore: page.nextBefore };
    },
    revoke: async ({ id }, { actor, act }) => {
      const { username } = await revokeSession(sessions, actor, id);
      act.changed({ subject: username, before: { session: id } });
      return { sessionsEnded: 1 };
    },
    revokeOthers: async ({ whose }, { actor, act }) => {
      const sessionsEnded = await revokeOtherSessions(sessions, actor, whose);
      act.changed({ subject: whose === 'yours' ? actor.username : 'everyone', before: { sessionsEnded } });
      return { sessionsEnded };
    },
  };
}
