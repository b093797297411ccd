import { expect, test } from 'vitest';
import { readConfig } from '../settings/config.ts';
import { failed, hideSecrets, secretsOf } from './finding.ts';

test('no secret of the settings is printed', () => {
  const config = readConfig(
    {
      DATABASE_URL: 'postgres://vesper:pass%40word@db.internal/vesper',
      DATABASE_MIGRATE_URL: 'postgres://owner:owners-word@db.internal/vesper',
      SIGNING_KEY: 'a signing key of at least 32 characters',
      SMTP_URL: 'smtps://user:mail%2Fword@mail.example',
      METRICS_TOKEN: 'metrics-token',
      ADMIN_PASSWORD: 'administrator',
    },
    '/',
  );
  const secrets = secretsOf(config);
  const words = ['pass%40word', 'pass@word', 'mail/word', 'metrics-token', 'administrator', 'a signing key'];
  const said = words.map((word) => `It said ${word} of at least 32 characters.`).join(' ');
  const hidden = hideSecrets(failed('Mail', said, said), secrets);
  for (const word of words) expect(JSON.stringify(hidden)).not.toContain(word);
  expect(hidden.found).toContain('It said (hidden)');
});
