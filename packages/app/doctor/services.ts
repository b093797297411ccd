import { isThisMachine } from '@vesper/core/lib/outbound/address-guard.ts';
import { MailError, tryMailServer } from '@vesper/core/lib/outbound/smtp.ts';
import type { SmtpServer } from '@vesper/core/lib/outbound/smtp-server.ts';
import type { Ytdlp } from '@vesper/intake/readers';
import { composeTranslator } from '../composition/outside.ts';
import type { Config } from '../settings/config.ts';
import { type Finding, failed, ok, warning } from './finding.ts';

const NAME = 'Mail';

export async function checkMail(server: SmtpServer | undefined): Promise<Finding> {
  if (!server) {
    const found = 'No mail server is set up: emails wait in the outbox, and nobody gets a confirmation.';
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
    return warning(NAME, `${found} Email is sent to it unencrypted.`, 'Remove tls=none from SMTP_URL.');
  if (!verifyCertificate && !isNear)
    return warning(NAME, `${found} Its certificate is not checked.`, 'Remove tls=unverified from SMTP_URL.');
  return ok(NAME, found);
}

/** To notice a translator without any language pair. */
const ASKED = ['es', 'de', 'fr', 'it', 'pt', 'ru', 'ja', 'zh'];
const ASK_TIMEOUT_MS = 30_000;

export async function checkTranslator({
  translator: settings,
}: Pick<Config, 'translator'>): Promise<Finding[]> {
  const { translator, close } = composeTranslator({ translator: settings }, 'VesperDoctor');
  if (!translator) {
    const found = 'No translator is set up: titles and descriptions stay in English. TRANSLATOR sets one up.';
    return [ok('Translator', found)];
  }
  try {
    const known = await translator.supported(ASKED, AbortSignal.timeout(ASK_TIMEOUT_MS));
    if (known.length > 0)
      return [
        ok(
          'Translator',
          `${translator.name} translates from English into ${known.join(', ')} and maybe others.`,
        ),
        ...openKey(settings),
      ];
    const found = `${translator.name} answers, but cannot translate English into any of ${ASKED.join(', ')}.`;
    return [warning('Translator', found, 'Install a language pair, such as the package apertium-eng-spa.')];
  } catch (error) {
    const todo = 'Install or start it, or remove TRANSLATOR.';
    return [failed('Translator', (error as Error).message, todo)];
  } finally {
    await close();
  }
}

function openKey(settings: Config['translator']): Finding[] {
  if (settings?.name !== 'libretranslate' || !settings.server.apiKey) return [];
  if (!settings.server.url.startsWith('http:')) return [];
  const found = 'The key of the LibreTranslate server is sent without TLS.';
  return [warning('Translator', found, 'Use https, unless the server is in a private network.')];
}

/** Only sources of the kind ytdlp need it. */
export async function checkYtdlp(ytdlp: Pick<Ytdlp, 'state'>): Promise<Finding> {
  const state = await ytdlp.state();
  if (state.state === 'ready') return ok('yt-dlp', `yt-dlp ${state.version} was found.`);
  if (state.state === 'missing')
    return ok('yt-dlp', 'yt-dlp is not installed. Only sources of the kind ytdlp need it.');
  const todo = 'Install a newer yt-dlp and set YTDLP_PATH, or remove the old one.';
  return warning('yt-dlp', state.sentence, todo);
}
