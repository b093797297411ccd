import { composeTranslator } from '../composition/translator.ts';
import type { Config } from '../settings/config.ts';
import { type Finding, failed, ok, warning } from './finding.ts';

/** Widely spoken languages, to notice a translator that knows none of them. */
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
