import type { Handlers } from '../../http/mount.ts';
import { type AdminSessions, actorOf, signOut } from './admin-session.ts';
import {
  completeWithPasskey,
  completeWithRecoveryCode,
  completeWithTotp,
  requestPasskey,
} from './second-step.ts';
import { signIn } from './sign-in.ts';

/** The calls at the back office's door: for whoever is not signed in yet. */
export function adminRoutes(sessions: AdminSessions): Handlers['admin'] {
  return {
    check: async (_input, { session }) => ({
      isAdmin: (await actorOf(sessions, session.token)) !== undefined,
    }),
    login: async (input, { visitor, hostname, session }) => {
      const attempt = { ...input, visitor, hostname, formerToken: session.token };
      const { token, expiresInMs, secondFactor } = await signIn(sessions, attempt);
      session.set(token, expiresInMs);
      return secondFactor ? { isAdmin: false, secondFactor } : { isAdmin: true };
    },
    loginTotp: async ({ code }, { visitor, session }) => {
      const begun = await completeWithTotp(sessions, { token: session.token, visitor }, code);
      session.set(begun.token, begun.expiresInMs);
      return { isAdmin: true };
    },
    loginRecovery: async ({ code }, { visitor, session }) => {
      const begun = await completeWithRecoveryCode(sessions, { token: session.token, visitor }, code);
      session.set(begun.token, begun.expiresInMs);
      return { isAdmin: true };
    },
    passkeyRequest: (_input, { session, hostname, host }) =>
      requestPasskey(sessions, session.token, { hostname, host }),
    loginPasskey: async (answer, { visitor, session, hostname, host }) => {
      const stepping = { token: session.token, visitor };
      const begun = await completeWithPasskey(sessions, stepping, { party: { hostname, host }, answer });
      session.set(begun.token, begun.expiresInMs);
      return { isAdmin: true };
    },
    logout: async (_input, { session, visitor }) => {
      await signOut(sessions, session.token, visitor);
      session.clear();
      return { isAdmin: false };
    },
  };
}
