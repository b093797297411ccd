import type { CallContext, Handlers } from '../../kernel/http/mount.ts';
import { type AdminSessions, actorOf, type SignedInBrowser, signOut } from './admin-session.ts';
import { KNOWN_BROWSER_MS } from './known-browsers.ts';
import {
  completeWithPasskey,
  completeWithRecoveryCode,
  completeWithTotp,
  requestPasskey,
  type Stepping,
} from './second-factor/second-step.ts';
import { signIn } from './sign-in.ts';

/** The sign-in calls, for those not signed in yet. */
export function adminRoutes(sessions: AdminSessions): Handlers['admin'] {
  return {
    check: async (_input, { session }) => ({
      isAdmin: (await actorOf(sessions, session.token)) !== undefined,
    }),
    login: async (input, context) => {
      const { visitor, hostname, session, browser } = context;
      const attempt = {
        ...{ ...input, visitor, hostname },
        formerToken: session.token,
        browserToken: browser.token,
      };
      const signedIn = await signIn(sessions, attempt);
      if (!signedIn.secondFactor) return welcome(context, signedIn);
      session.set(signedIn.token, signedIn.expiresInMs);
      return { isAdmin: false, secondFactor: signedIn.secondFactor };
    },
    loginTotp: async ({ code }, context) =>
      welcome(context, await completeWithTotp(sessions, steppingOf(context), code)),
    loginRecovery: async ({ code }, context) =>
      welcome(context, await completeWithRecoveryCode(sessions, steppingOf(context), code)),
    passkeyRequest: (_input, { session, hostname, host }) =>
      requestPasskey(sessions, session.token, { hostname, host }),
    loginPasskey: async (answer, context) => {
      const { hostname, host } = context;
      const proof = { party: { hostname, host }, answer };
      return welcome(context, await completeWithPasskey(sessions, steppingOf(context), proof));
    },
    logout: async (_input, { session, visitor }) => {
      await signOut(sessions, session.token, visitor);
      session.clear();
      return { isAdmin: false };
    },
  };
}

function steppingOf({ session, browser, visitor }: CallContext): Stepping {
  return { token: session.token, browserToken: browser.token, visitor };
}

function welcome({ session, browser }: CallContext, begun: SignedInBrowser): { isAdmin: true } {
  session.set(begun.token, begun.expiresInMs);
  browser.set(begun.browserToken, KNOWN_BROWSER_MS);
  return { isAdmin: true };
}
