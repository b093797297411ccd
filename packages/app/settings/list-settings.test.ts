import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { listSettings } from './list-settings.ts';

const SECRETS = {
  ADMIN_PASSWORD: 'a password that nobody guesses',
  SIGNING_KEY: 'a signing key of more than thirty-two characters',
  METRICS_TOKEN: 'the token of the metrics',
  DATABASE_URL: 'postgres://keeper:the-database-password@db.test:5432/vesper',
  DATABASE_MIGRATE_URL: 'postgres://owner:the-owners-password@db.test:5432/vesper',
  FORMER_DATABASE_URL: 'postgres://reader:the-former-password@db.test:5432/former',
  SMTP_URL: 'smtps://sender:the-mail-password@mail.test',
  S3_BUCKET: 'films',
  S3_REGION: 'eu-central-1',
  S3_ACCESS_KEY_ID: 'the-key-id',
  S3_SECRET_ACCESS_KEY: 'the-secret-of-the-key',
};

/** Records the names read. */
function watched(env: Record<string, string>): { env: Record<string, string>; names: Set<string> } {
  const names = new Set<string>();
  const get = (target: Record<string, string>, name: string) => {
    names.add(name);
    return target[name];
  };
  return { env: new Proxy(env, { get }), names };
}

test('lists every setting that is read, and no other', () => {
  const { env, names } = watched({ ...SECRETS });
  const listed = listSettings(readConfig(env, '/')).map(({ name }) => name);
  expect(listed.toSorted()).toEqual([...names].toSorted());
});

test('shows no secret, only that it is set, and where database and mail server are', () => {
  const settings = listSettings(readConfig(SECRETS, '/'));
  const text = JSON.stringify(settings);
  for (const part of [
    'nobody guesses',
    'thirty-two',
    'of the metrics',
    'password@',
    '-password',
    'the-key-id',
    'secret-of',
  ])
    expect(text).not.toContain(part);
  const values = Object.fromEntries(settings.map(({ name, value }) => [name, value]));
  expect(values).toMatchObject({
    DATABASE_URL: 'db.test:5432/vesper',
    SMTP_URL: 'mail.test:465',
    SIGNING_KEY: 'set',
    ADMIN_PASSWORD: 'set',
    S3_SECRET_ACCESS_KEY: 'set',
  });
});

test('tells given values from defaults, and where a generated key is', () => {
  const settings = listSettings(readConfig({ PORT: '4000', DATA_DIR: '/srv/vesper' }, '/'));
  const of = (wanted: string) => settings.find(({ name }) => name === wanted);
  expect(of('PORT')).toMatchObject({ value: '4000', origin: 'environment' });
  expect(of('HOST')).toMatchObject({ value: '127.0.0.1', origin: 'default' });
  expect(of('SIGNING_KEY')).toMatchObject({ value: '/srv/vesper/secrets/signing-key', origin: 'file' });
  expect(of('SMTP_URL')).toMatchObject({ value: '', origin: 'default' });
});
