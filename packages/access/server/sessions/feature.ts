import { routes } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { defineFeature } from '@vesper/core/feature.ts';
import { bindJobs } from '@vesper/core/jobs/bind.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import { type AdminSessions, forgetSessions } from './admin-session.ts';
import { adminCommands } from './commands.ts';
import * as jobs from './jobs.ts';
import { accountRoutes, administratorRoutes, adminRoutes, adminSessionRoutes } from './routes.ts';

export const sessionsFeature = defineFeature({
  room: 'access/sessions',
  tables: {
    admin_sessions: {
      clearing: 'keeps',
      inBackups: false,
      shownBy: [routes.adminSessions, routes.administrators],
    },
    administrators: {
      clearing: 'keeps',
      shownBy: [routes.administrators, routes.account, routes.admin.check],
    },
    known_browsers: { clearing: 'keeps' },
    login_tries: { clearing: 'keeps' },
    passkey_challenges: { clearing: 'keeps' },
    passkeys: { clearing: 'keeps', shownBy: [routes.account] },
    pending_logins: { clearing: 'keeps' },
    recovery_codes: { clearing: 'keeps' },
    totp_secrets: { clearing: 'keeps', shownBy: [routes.account] },
  },
  calls: ({ adminSessions }: { adminSessions: AdminSessions }) => ({
    admin: adminRoutes(adminSessions),
    account: accountRoutes(adminSessions),
    administrators: administratorRoutes(adminSessions),
    adminSessions: adminSessionRoutes(adminSessions),
  }),
  jobs: bindJobs(jobs, ({ db, clock }: { db: Db; clock: Clock }) => ({
    forgetSessionsJob: () => forgetSessions(db, clock.now()),
  })),
  commands: adminCommands,
});
