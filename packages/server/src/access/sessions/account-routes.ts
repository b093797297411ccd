import type { AdminContext, Handlers } from '../../kernel/http/mount.ts';
import { AppError } from '../../kernel/lib/app-error.ts';
import type { AdminSessions } from './admin-session.ts';
import { confirmSession } from './confirm.ts';
import { changePassword } from './own-password.ts';
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
import { accountView } from './view.ts';

/** What administrators do to their own accounts. */
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
