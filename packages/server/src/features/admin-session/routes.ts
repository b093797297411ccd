import type { Handlers } from '../../http/mount.ts';
import { type AdminSessions, actorOf, signIn, signOut } from './admin-session.ts';

export function adminRoutes(sessions: AdminSessions): Handlers['admin'] {
  return {
    check: async (_input, { session }) => ({
      isAdmin: (await actorOf(sessions, session.token)) !== undefined,
    }),
    login: async (input, { visitor, session }) => {
      const begun = await signIn(sessions, { ...input, visitor, formerToken: session.token });
      session.set(begun.token, begun.expiresInMs);
      return { isAdmin: true };
    },
    logout: async (_input, { session }) => {
      await signOut(sessions, session.token);
      session.clear();
      return { isAdmin: false };
    },
  };
}
