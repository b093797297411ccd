import { parseSmtpUrl } from '@vesper/core/lib/outbound/smtp-server.ts';
import { afterEach, expect, test } from 'vitest';
import { type MailServer, type MailServerOptions, startMailServer } from '../../test/mail-server.ts';
import { checkMail } from './services.ts';

let server: MailServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const credentials = { user: 'vesper', password: 'the right word' };

async function check(options: MailServerOptions, login: string, query = ''): Promise<unknown> {
  server = await startMailServer(options);
  const url = `smtp${options.tls === 'implicit' ? 's' : ''}://${login}127.0.0.1:${server.port}${query}`;
  return checkMail(parseSmtpUrl(url));
}

test('a server that answers is fine, and gets no mail', async () => {
  expect(await check({}, '')).toMatchObject({
    status: 'ok',
    found: expect.stringMatching(/needs no password\.$/),
  });
  expect(server?.mails).toEqual([]);
});

test('a wrong password fails, and is not repeated', async () => {
  const found = await check({ credentials, tls: 'implicit' }, 'vesper:the-wrong-word@', '?tls=unverified');
  expect(found).toMatchObject({ status: 'failed', found: expect.stringMatching(/535/) });
  expect(JSON.stringify(found)).not.toContain('the-wrong-word');
});
