import type { Db } from '../../kernel/db/pool.ts';
import { defineFeature } from '../../kernel/feature.ts';
import { bindJobs } from '../../kernel/jobs/bind.ts';
import type { Clock } from '../../kernel/lib/clock.ts';
import { forgetSessions } from './admin-session.ts';
import * as jobs from './jobs.ts';

export const sessionsFeature = defineFeature({
  room: 'access/sessions',
  tables: {
    admin_sessions: { clearing: 'keeps' },
    administrators: { clearing: 'keeps' },
    known_browsers: { clearing: 'keeps' },
    login_tries: { clearing: 'keeps' },
    passkey_challenges: { clearing: 'keeps' },
    passkeys: { clearing: 'keeps' },
    pending_logins: { clearing: 'keeps' },
    recovery_codes: { clearing: 'keeps' },
    totp_secrets: { clearing: 'keeps' },
  },
  jobs: bindJobs(jobs, ({ db, clock }: { db: Db; clock: Clock }) => ({
    forgetSessionsJob: () => forgetSessions(db, clock.now()),
  })),
});
