import { defineFeature } from '../../kernel/feature.ts';

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
});
