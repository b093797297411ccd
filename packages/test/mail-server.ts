import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface TakenMail {
  /** From the client's greeting. */
  hostName: string;
  from: string;
  to: string[];
  raw: string;
  /** By lower-case name, unfolded. */
  headers: Map<string, string>;
  /** Decoded. */
  body: string;
}

/** A refusal: a code, with words or not. */
type Answer = string | number | undefined;

export interface MailServerOptions {
  port?: number;
  /** With a self-signed certificate: by STARTTLS, or from the first byte. */
  tls?: 'offered' | 'implicit';
  credentials?: { user: string; password: string };
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

/** A real mail server on loopback that keeps received mails, even refused ones. */
export async function startMailServer({ port = 0, tls, credentials }: MailServerOptions = {}) {
  const mails: TakenMail[] = [];
  const recipients: string[] = [];
  const answer: { recipient?: (address: string) => Answer; text?: () => Promise<Answer> } = {};
  const server = new SMTPServer({
    secure: tls === 'implicit',
    disabledCommands: [...(tls ? [] : ['STARTTLS']), ...(credentials ? [] : ['AUTH'])],
    authOptional: !credentials,
    allowInsecureAuth: true,
    logger: false,
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth({ username, password }, _session, done) {
      const known = username === credentials?.user && password === credentials?.password;
      done(known ? null : refusal(535), known ? { user: username } : undefined);
    },
    onRcptTo({ address }, _session, done) {
      recipients.push(address);
      done(refusal(answer.recipient?.(address)));
    },
    onData(stream, session, done) {
      text(stream).then(async (raw) => {
        const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : '';
        const to = session.envelope.rcptTo.map(({ address }) => address);
        mails.push({ hostName: session.hostNameAppearsAs, from, to, ...parseMail(raw) });
        done(refusal(await answer.text?.()));
      }, done);
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const listening = (server.server.address() as AddressInfo).port;
  return {
    url: `${tls === 'implicit' ? 'smtps' : 'smtp'}://127.0.0.1:${listening}`,
    port: listening,
    mails,
    recipients,
    answer,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

function refusal(answer: Answer): Error | null {
  if (!answer) return null;
  const [code = '', ...words] = String(answer).split(' ');
  const sentence = words.join(' ') || `Answer ${code} of the test`;
  return Object.assign(new Error(sentence), { responseCode: Number(code) });
}

function parseMail(raw: string): Pick<TakenMail, 'raw' | 'headers' | 'body'> {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return {
    raw,
    headers,
    body: decoded(rest.join('\r\n\r\n'), headers.get('content-transfer-encoding') ?? '7bit'),
  };
}

function decoded(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8').replaceAll('\r\n', '\n');
  if (encoding !== 'quoted-printable') return body.replaceAll('\r\n', '\n');
  const bytes = body
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n');
}
