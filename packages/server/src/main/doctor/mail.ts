import { isThisMachine } from '../../kernel/lib/outbound/address-guard.ts';
import { MailError, tryMailServer } from '../../kernel/lib/outbound/smtp.ts';
import type { SmtpServer } from '../../kernel/lib/outbound/smtp-server.ts';
import { type Finding, failed, ok, warning } from './finding.ts';

const NAME = 'Mail';

/** Connects to the mail server and signs in; sends nothing. */
export async function checkMail(server: SmtpServer | undefined): Promise<Finding> {
  if (!server) {
    const found = 'No mail server is set up: mails wait in the outbox, and nobody gets a confirmation.';
    return warning(NAME, found, 'Set SMTP_URL, for example smtps://user:password@mail.example.');
  }
  try {
    await tryMailServer(server);
    return judgeServer(server);
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    const todo =
      'Check SMTP_URL (host, port, smtp or smtps, user and password), and that a firewall lets it through.';
    return failed(NAME, error.message, todo);
  }
}

function judgeServer({ host, port, encryption, verifyCertificate, credentials }: SmtpServer): Finding {
  const how = credentials ? 'accepted our user name and password' : 'answered, and needs no password';
  const found = `The mail server ${host}:${port} ${how}.`;
  const isNear = isThisMachine(host);
  if (encryption === 'none' && !isNear)
    return warning(NAME, `${found} Mails are sent to it unencrypted.`, 'Remove tls=none from SMTP_URL.');
  if (!verifyCertificate && !isNear)
    return warning(NAME, `${found} Its certificate is not checked.`, 'Remove tls=unverified from SMTP_URL.');
  return ok(NAME, found);
}
