import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface TakenMail {
  /** The name that the client greeted with. */
  hostName: string;
  from: string;
  to: string[];
  /** Headers and body as they travelled. */
  raw: string;
  /** The headers, each on one line, in lower case up to the colon. */
  headers: Map<string, string>;
  /** The text, decoded. */
  body: string;
}

type Answer = string | number | undefined;

export interface MailServer {
  /** `smtp://127.0.0.1:PORT` */
  url: string;
  port: number;
  /** Every mail whose text has come, whatever was answered. */
  mails: TakenMail[];
  /** Recipients that a client named. */
  recipients: string[];
  /** What is answered to a recipient, and to a text that has come: nothing for yes, or a code, with words or not. */
  answer: { recipient?: (address: string) => Answer; text?: () => Promise<Answer> };
  close(): Promise<void>;
}

export interface MailServerOptions {
  port?: number;
  /** TLS with a certificate that nobody has signed: by STARTTLS, or from the first byte. */
  tls?: 'offered' | 'implicit';
  credentials?: { user: string; password: string };
}

/** A real mail server on loopback that keeps what it gets. */
export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const { port = 0, tls, credentials } = options;
  const mails: TakenMail[] = [];
  const recipients: string[] = [];
  const answer: MailServer['answer'] = {};
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
    close: () => new Promise((resolve) => server.close(() => resolve())),
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
