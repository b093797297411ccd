import type { AdminContext, CallContext, Handlers } from '@vesper/core/http/mount.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import {
  type AdminSessions,
  actorOf,
  listAdministrators,
  listSessions,
  revokeOtherSessions,
  revokeSession,
  type SignedInBrowser,
  signOut,
} from './admin-session.ts';
import { addAdministrator, changeRole, removeAdministrator, resetAdministrator } from './administrators.ts';
import { KNOWN_BROWSER_MS } from './known-browsers.ts';
import { changePassword, confirmSession } from './own-password.ts';
import { findAdministratorById } from './queries.ts';
import {
  addPasskey,
  enableTotp,
  offerPasskey,
  offerTotp,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
} from './second-factor/second-factor.ts';
import { findSecondFactors } from './second-factor/second-factor-queries.ts';
import {
  completeWithPasskey,
  completeWithRecoveryCode,
  completeWithTotp,
  requestPasskey,
  type Stepping,
} from './second-factor/second-step.ts';
import { signIn } from './sign-in.ts';
import { accountView, administratorView, roleView, sessionView } from './view.ts';

export function adminRoutes(sessions: AdminSessions): Handlers['admin'] {
  return {
    check: async (_input, { session }) => {
      const actor = await actorOf(sessions, session.token);
      return actor ? { isAdmin: true, role: roleView(actor) } : { isAdmin: false };
    },
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

export function accountRoutes(sessions: AdminSessions): Handlers['account'] {
  return {
    get: (_input, { actor }) => ownAccount(sessions, actor.administratorId),
    confirm: async ({ password }, { actor, visitor, session }) => {
      const renewed = await confirmSession(sessions, { actor, visitor, password, token: session.token });
      session.set(renewed.token, renewed.expiresInMs);
      return { expiresInMs: renewed.confirmedForMs };
    },
    changePassword: async (input, { actor, visitor, act }) => {
      const sessionsEnded = await changePassword(sessions, { ...input, actor, visitor });
      act.changed({ subject: actor.username, after: { sessionsEnded } });
      return { sessionsEnded };
    },
    offerTotp: (_input, { actor, hostname }) => offerTotp(sessions, actor, hostname),
    enableTotp: async ({ code }, context) => {
      const added = await enableTotp(sessions, context.actor, code);
      noteFactor(context, { after: 'authenticator app' });
      return added;
    },
    removeTotp: async (_input, context) => {
      const removed = await removeTotp(sessions, context.actor);
      noteFactor(context, { before: 'authenticator app' });
      return removed;
    },
    offerPasskey: (_input, { actor, hostname, host }) => offerPasskey(sessions, actor, { hostname, host }),
    addPasskey: async (made, context) => {
      const { hostname, host } = context;
      const added = await addPasskey(sessions, context.actor, { party: { hostname, host }, made });
      noteFactor(context, { after: `passkey "${made.name}" for ${hostname}` });
      return added;
    },
    removePasskey: async ({ id }, context) => {
      const { passkey, sessionsEnded } = await removePasskey(sessions, context.actor, id);
      noteFactor(context, { before: `passkey "${passkey.name}" for ${passkey.rp_id}` });
      return { sessionsEnded };
    },
    renewRecoveryCodes: async (_input, { actor, act }) => {
      const recoveryCodes = await renewRecoveryCodes(sessions, actor);
      act.changed({ subject: actor.username, after: { recoveryCodes: recoveryCodes.length } });
      return { recoveryCodes };
    },
  };
}

async function ownAccount({ db }: AdminSessions, id: string) {
  const administrator = await findAdministratorById(db, id);
  if (!administrator) throw new AppError('unauthorized', 'This account was removed.');
  return accountView(administrator, await findSecondFactors(db, id));
}

function noteFactor({ actor, act }: AdminContext, change: { before?: string; after?: string }): void {
  const named = (factor: string | undefined) => (factor === undefined ? {} : { secondFactor: factor });
  act.changed({ subject: actor.username, before: named(change.before), after: named(change.after) });
}

export function administratorRoutes({ db, clock }: AdminSessions): Handlers['administrators'] {
  return {
    list: async (_input, { actor }) => {
      const rows = await listAdministrators(db, clock.now());
      return rows.map((row) => administratorView(row, actor));
    },
    add: async ({ username: name, role }, { act }) => {
      const { username, password } = await addAdministrator(db, name, clock.now(), role);
      act.changed({ subject: username, after: { username, ...role } });
      return { username, password };
    },
    changeRole: async ({ id, role }, { actor, act }) => {
      const changed = await changeRole(db, id, { role, byId: actor.administratorId });
      const { username, before, after } = changed;
      act.changed({ subject: username, before, after });
      return after;
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
