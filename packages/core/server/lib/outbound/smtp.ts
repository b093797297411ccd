import type { NodemailerError } from 'nodemailer';
import type { SmtpServer } from './smtp-server.ts';

/** Plain text. Addresses are bare (`name@host`): nothing is parsed out of them. */
export interface OutgoingMail {
  /** Greets the mail server (RFC 5321, section 4.1.1.1). */
  hostName: string;
  messageId: string;
  fromName: string;
  fromAddress: string;
  replyTo: string | null;
  to: string;
  subject: string;
  body: string;
}

/** `message` may contain addresses: for the operator, not for a log. */
export class MailError extends Error {
  override readonly name = 'MailError';
  readonly kind: 'permanent' | 'transient';
  /** May be logged: `ECONNREFUSED`, `EENVELOPE 550`. */
  readonly code: string;

  constructor(kind: 'permanent' | 'transient', code: string, message: string, cause: unknown) {
    super(message, { cause });
    this.kind = kind;
    this.code = code;
  }
}

/** Resolves once the server has accepted the mail; rejects with MailError, or the signal's reason. */
export type SendMail = (mail: OutgoingMail, signal: AbortSignal) => Promise<void>;

const SECONDS = 1000;
/** RFC 5321, section 4.5.3.2 waits longer; anything aborted here is retried. */
const LIMITS = {
  dnsTimeout: 10 * SECONDS,
  connectionTimeout: 15 * SECONDS,
  greetingTimeout: 60 * SECONDS,
  socketTimeout: 120 * SECONDS,
  maxResponseSize: 64 * 1024,
};
/** Every delivery ends within this time. */
export const LONGEST_SEND_MS = 300 * SECONDS;

/** One connection per mail. The operator's server may have a private address, so this bypasses safe-fetch; visitors cannot choose it. */
export function createSmtp(server: SmtpServer): SendMail {
  return async (mail, signal) => {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_SEND_MS)]);
    try {
      const transport = await transportTo(server, mail.hostName);
      await transport.sendMail({ ...message(mail), signal: limited });
    } catch (error) {
      signal.throwIfAborted();
      throw mailError(error as NodemailerError);
    }
  };
}

export async function tryMailServer(server: SmtpServer): Promise<void> {
  const transport = await transportTo(server);
  try {
    await transport.verify();
  } catch (error) {
    throw mailError(error as NodemailerError);
  } finally {
    transport.close();
  }
}

/** Loads the package with the first mail: most processes never send one. */
async function transportTo(server: SmtpServer, name?: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    ...LIMITS,
    ...(name === undefined ? {} : { name }),
    host: server.host,
    port: server.port,
    secure: server.encryption === 'implicit',
    requireTLS: server.encryption === 'required',
    ignoreTLS: server.encryption === 'none',
    tls: { rejectUnauthorized: server.verifyCertificate, minVersion: 'TLSv1.2' },
    allowInternalNetworkInterfaces: true,
    ...(server.credentials
      ? { auth: { user: server.credentials.user, pass: server.credentials.password } }
      : {}),
  });
}

function message({ messageId, fromName, fromAddress, replyTo, to, subject, body }: OutgoingMail) {
  return {
    messageId,
    from: { name: fromName, address: fromAddress },
    to: { name: '', address: to },
    ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
    envelope: { from: fromAddress, to: [to] },
    subject,
    text: body,
    // Suppresses automatic replies (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Only a rejected mailbox or text is permanent: operators fix passwords, senders and certificates, and then it is sent. */
function mailError(error: NodemailerError): MailError {
  const byServer = error.permanent === true && (error.command === 'DATA' || isWithoutMailbox(error));
  const beforehand = !error.response && /^(EENVELOPE|EMESSAGE)$/.test(error.code ?? '');
  // The resolver's answer is in the message.
  const kind = error.code === 'EDNS' ? error.code : (error.originalCode ?? error.code ?? 'unknown');
  const code = [kind, error.responseCode].filter(Boolean).join(' ');
  const said = (error.response ?? error.message).replace(/[\p{Cc}\s]+/gu, ' ').slice(0, 500);
  const step = error.command && error.response ? ` to ${error.command}` : '';
  const sentence = error.response
    ? `The mail server answered${step}: ${said}`
    : `The mail server could not be used (${code}): ${said}`;
  return new MailError(byServer || beforehand ? 'permanent' : 'transient', code, sentence, error);
}

/** RFC 3463: no such recipient (5.1.x), or its mailbox takes no mail (5.2.x). */
const OF_THE_MAILBOX = /^5\.(1\.(1|2|3|6|10)|2\.\d+)$/;

/** Servers such as Postfix reject sender, client or relaying only at RCPT. Judged by the enhanced code, else by the words. */
function isWithoutMailbox({ command, response = '' }: NodemailerError): boolean {
  if (command !== 'RCPT TO') return false;
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  if (enhanced) return OF_THE_MAILBOX.test(enhanced);
  return (
    /^550[ -]/.test(response) &&
    /mailbox|user|account/i.test(response) &&
    !/relay|sender|auth/i.test(response)
  );
}
