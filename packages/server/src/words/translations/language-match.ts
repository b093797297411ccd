/**
 * The translator's code for one of our languages, or undefined: the same language (`spa` is `es`), in the same script
 * (`zh` is `zh-Hans`), the closest first (`pt-BR` before `pt`).
 */
export function matchLanguage(languageCode: string, theirs: readonly string[]): string | undefined {
  const ours = localeOf(languageCode);
  if (!ours) return undefined;
  const likeness = (code: string): number => {
    const locale = localeOf(code);
    if (!locale || locale.language !== ours.language || locale.script !== ours.script) return 0;
    if (locale.given === ours.given) return 3;
    return locale.region === ours.region ? 2 : 1;
  };
  const best = theirs.toSorted((a, b) => likeness(b) - likeness(a))[0];
  return best !== undefined && likeness(best) > 0 ? best : undefined;
}

/** With the language's default script and region where none is given. */
function localeOf(code: string) {
  try {
    const given = Intl.getCanonicalLocales(code.replaceAll('_', '-'))[0] ?? '';
    const { language, script, region } = new Intl.Locale(given).maximize();
    return { given, language, script, region };
  } catch {
    return undefined;
  }
}
