import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MailServer, startMailServer } from '../../../../test/mail-server.ts';
import { createSmtp, MailError } from './smtp.ts';
import { parseSmtpUrl } from './smtp-server.ts';

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.close());

const mail = {
  hostName: 'videos.example',
  messageId: '<a@videos.example>',
  fromName: 'Night Films',
  fromAddress: 'no-reply@videos.example',
  replyTo: null,
  to: 'ann@films.example',
  subject: 'A test chart',
  body: 'It spins.',
};

test("greets the server by the site's name", async () => {
  await createSmtp(parseSmtpUrl(server.url))(mail, new AbortController().signal);
  expect(server.mails.map(({ hostName }) => hostName)).toEqual(['videos.example']);
});

async function errorOf(answer: string): Promise<MailError> {
  server.answer.recipient = () => answer;
  const sending = createSmtp(parseSmtpUrl(server.url))(mail, new AbortController().signal);
  const error = await sending.catch((reason) => reason);
  expect(error).toBeInstanceOf(MailError);
  expect(error.message).toContain(`RCPT TO: ${answer}`);
  return error;
}

describe('a recipient that the server refuses', () => {
  test.each([
    '550 5.1.1 <ann@films.example>: Recipient address rejected: User unknown in local recipient table',
    '501 5.1.3 Bad recipient address syntax',
    '550 5.2.1 The account is disabled',
    '552 5.2.2 Mailbox full',
    '550 No such user here',
    '550 Requested action not taken: mailbox unavailable',
  ])('with %j has failed', async (answer) => {
    expect((await errorOf(answer)).kind).toBe('permanent');
  });

  test.each([
    '554 5.7.1 <ann@films.example>: Relay access denied',
    '553 5.7.1 <no-reply@videos.example>: Sender address rejected: not owned by user me',
    '550 5.1.0 <no-reply@videos.example>: Sender address rejected: User unknown in virtual mailbox table',
    '554 5.7.1 Service unavailable; Client host blocked',
    '504 5.5.2 <host>: Helo command rejected: need fully-qualified hostname',
    '550 User not local, and relaying is not permitted',
    '550 Authentication is required for this user',
    '554 No such user here',
    '450 4.1.1 User unknown for now',
    '452 4.2.2 Mailbox full',
  ])('with %j is tried again', async (answer) => {
    expect((await errorOf(answer)).kind).toBe('transient');
  });
});
