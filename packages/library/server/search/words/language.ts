export interface LanguageTexts {
  title: string;
  description: string;
  tags: readonly string[];
  /** By the source: two or three letters. */
  declared?: string | null | undefined;
}

/** Enough to recognise a language. */
const MAX_LENGTH = 3000;

const SCRIPTS = {
  Latin: /\p{Script=Latin}/u,
  Cyrillic: /\p{Script=Cyrillic}/u,
  Greek: /\p{Script=Greek}/u,
  Arabic: /\p{Script=Arabic}/u,
  Hebrew: /\p{Script=Hebrew}/u,
  Devanagari: /\p{Script=Devanagari}/u,
  Tamil: /\p{Script=Tamil}/u,
  Thai: /\p{Script=Thai}/u,
  Kana: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  Han: /\p{Script=Han}/u,
  Hangul: /\p{Script=Hangul}/u,
  Georgian: /\p{Script=Georgian}/u,
  Armenian: /\p{Script=Armenian}/u,
};

export type Script = keyof typeof SCRIPTS;

/** Languages told apart, per script; the first is the most likely. */
const LANGUAGES: Readonly<Record<Script, readonly string[]>> = {
  Latin: 'en de fr es pt it nl sv da no fi pl cs sk ro hu tr id vi ca hr lt lv et eu ga sr bs sl'.split(' '),
  Cyrillic: 'ru uk bg sr be mk kk'.split(' '),
  Greek: ['el'],
  Arabic: ['ar', 'fa', 'ur'],
  Hebrew: ['he', 'yi'],
  Devanagari: ['hi', 'ne', 'mr'],
  Tamil: ['ta'],
  Thai: ['th'],
  Kana: ['ja'],
  Han: ['zh', 'ja'],
  Hangul: ['ko'],
  Georgian: ['ka'],
  Armenian: ['hy'],
};

/** Of the first letter in a known script. */
export function scriptOf(word: string): Script | undefined {
  for (const character of word)
    for (const [script, letters] of Object.entries(SCRIPTS))
      if (letters.test(character)) return script as Script;
  return undefined;
}

/** Unknown languages may be in any script. */
export function isWrittenIn(language: string, script: Script): boolean {
  return LANGUAGES[script].includes(language) || !Object.values(LANGUAGES).flat().includes(language);
}

/** Undetermined, none, several. */
const NONE: ReadonlySet<string> = new Set(['und', 'zxx', 'mul']);
const NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** From a tag such as `en-US`: two or three letters; null if invalid. */
export function languageCode(said: string | null | undefined): string | null {
  try {
    const [tag = ''] = Intl.getCanonicalLocales(said?.trim().replaceAll('_', '-') ?? '');
    const code = tag.split('-', 1)[0] ?? '';
    if (code === 'nb' || code === 'nn') return 'no';
    return /^[a-z]{2,3}$/.test(code) && !NONE.has(code) && NAMES.of(code) !== undefined ? code : null;
  } catch {
    return null;
  }
}

/**
 * Two or three letters; null if unknown. The source's declaration counts unless the script or the small words clearly
 * say otherwise: templates are often in their maker's language.
 */
export function languageOf({ title, description, tags, declared }: LanguageTexts): string | null {
  const text = [title, ...tags, description].join(' ').slice(0, MAX_LENGTH).toLowerCase();
  const script = mainScript(text);
  const said = languageCode(declared);
  if (script === undefined) return said;
  const scores = scoresOf(text, LANGUAGES[script]);
  const [best, next] = [...scores].sort(([, one], [, other]) => other - one);
  const isClear = best !== undefined && best[1] > (next?.[1] ?? 0);
  if (said !== null && isWrittenIn(said, script)) {
    const isOther = isClear && best[1] >= 3 && (scores.get(said) ?? 0) === 0;
    return isOther ? best[0] : said;
  }
  if (script !== 'Latin') return isClear && best[1] >= 2 ? best[0] : (LANGUAGES[script][0] ?? null);
  return isClear && (best[1] >= 2 || next === undefined) ? best[0] : null;
}

/** Most letters decide; some kana make a text Japanese whatever its Han. */
function mainScript(text: string): Script | undefined {
  const counts = new Map<Script, number>();
  for (const character of text) {
    const script = scriptOf(character);
    if (script !== undefined) counts.set(script, (counts.get(script) ?? 0) + 1);
  }
  const han = counts.get('Han') ?? 0;
  const kana = counts.get('Kana') ?? 0;
  if (kana * 10 > han) counts.set('Kana', kana + han);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}

/** Different small words and peculiar letters per language; only languages that have any. */
function scoresOf(text: string, languages: readonly string[]): Map<string, number> {
  const words = new Set(text.match(/[\p{L}\p{M}]+/gu));
  const scores = new Map<string, number>();
  for (const language of languages) {
    const small = SMALL_WORDS[language] ?? new Set();
    const peculiar = [...(PECULIAR_LETTERS[language] ?? '')].filter((letter) => text.includes(letter));
    const score = [...words].filter((word) => small.has(word)).length + Math.min(2, peculiar.length);
    if (score > 0) scores.set(language, score);
  }
  return scores;
}

/** Small words that are rare in other languages of the script, in lower case. */
const LISTS: Readonly<Record<string, string>> = {
  en: 'the of and to in is on at with from for by an as it its this that are was how what when into over under through between after before where without only while until first each every both all some other than then they their there these those which who you your',
  de: 'der die das und ein eine einem einen einer im am zu zum zur mit von vom für auf aus bei nach über unter ist sind wie wenn nicht auch durch ohne zwischen den dem des in an aller',
  fr: 'le la les un une des du de et en au aux dans sur sous avec pour par sans ce cette qui que est sont à entre vers où comme chez pendant après avant son ses l d',
  es: 'el la los las un una unos de del y en al con por para sin sobre bajo entre que es son su sus se como desde hasta cuando más este esta lo',
  pt: 'o os as um uma de do da dos das e em no na nos nas ao com por para sem sobre sob entre que é são seu sua se como desde até quando mais à',
  it: 'il lo la gli i un una uno di del della dei delle e in nel nella nei al alla con per da dal dalla su sul sulla tra fra che è sono come senza sotto più dopo',
  nl: 'de het een en van in op met voor uit bij naar over onder door is zijn te ten dat die wordt hoe als niet ook aan tussen zonder na om',
  sv: 'och en ett i på av med för till från under över är som den det de hur när inte vid genom utan mellan efter sin',
  da: 'og en et i på af med for til fra under over er som den det de hvordan når ikke ved gennem uden mellem efter sin hvor',
  no: 'og en et ei i på av med for til fra under over er som den det de hvordan når ikke ved gjennom uten mellom etter sin hvor',
  fi: 'ja on ei se että kun kuin joka ovat oli myös mutta sekä yli alla kanssa ilman ennen jälkeen näin miten',
  pl: 'i w we z ze na do od za po przez dla przy nad pod jest są się nie to jak jako oraz bez przed między który która ten ta',
  cs: 'a v ve s se z ze na do od za po pro přes při nad pod je jsou to jak jako nebo bez před mezi který která ten ta u k',
  sk: 'a v vo s so z zo na do od za po pre cez pri nad pod je sú to ako alebo bez pred medzi ktorý ktorá ten tá sa u k',
  ro: 'și în la cu de din pe pentru un o sau este sunt care prin fără sub peste între după cum al ale unui unei nu',
  hu: 'a az és egy egyik hogy nem is van volt meg mint vagy után előtt között alatt fölött ki be minden',
  tr: 've bir bu ile için de da ne nasıl gibi daha çok olarak olan sonra önce kadar her mi değil',
  id: 'yang dan di ke dari untuk dengan pada ini itu adalah dalam sebagai oleh atau tidak akan juga sebuah cara saat',
  vi: 'và của là một các trong với cho không được có này những người từ khi đến trên dưới',
  ca: 'el la els les un una i en amb per de del dels al als que és són sense sobre sota entre com des fins quan més seu',
  hr: 'i u na s sa za od do iz po je su se koji koja kako kao ili bez pod nad između ne što prije',
  lt: 'ir į iš su be po ant už per yra kaip arba tai kad nuo iki prie apie',
  lv: 'un ir no ar uz par pie pēc kā vai bez līdz pa kas tas zem virs',
  et: 'ja on ei see et kui oma ning või ka aga mis alla üle ilma pärast enne kuidas',
  eu: 'eta da bat du ez dira dute baina ere edo izan zen baten',
  ga: 'an na agus ar le sa go is i ag tá do ó mar nó faoi',
  sl: 'in v na s z za od do iz po je so se ki kako kot ali brez pod nad med ne',
  ru: 'и в во на с со из к по за от до для не как что это при под над без между через или его её о об у',
  uk: 'і й в у на з зі із до по за від для не як що це при під над без між через або його її та про',
  bg: 'и в на с със от по за до не как че това при под над без между през или се е са',
  sr: 'и у на с са за од до из по је су се који која како као или без под над између не што',
  be: 'і у на з са да па за ад для не як што гэта пры пад над без паміж праз або яго',
  mk: 'и во на со од по за до не како што ова при под над без меѓу низ или се е',
  kk: 'және мен бен бір бұл үшін де да ол осы қалай',
  fa: 'و در به از که این را با است برای یک آن تا بر های',
  ur: 'اور کے کی کا میں ہے سے کو پر یہ نے وہ ایک',
  ar: 'في من على إلى عن مع هذا هذه التي الذي بين تحت فوق بعد قبل كيف',
  hi: 'का के की में है और से को पर यह एक कि ने हैं',
  ne: 'को मा र छ लाई बाट यो एक हो ले का गर्न',
  mr: 'आणि आहे च्या ची चा मध्ये एक हे या व ला',
  he: 'של את על עם אל זה הוא היא לא כל או גם בין תחת מתוך',
  yi: 'און די דער דאָס פֿון אין מיט צו אויף איז אַ',
};

export const SMALL_WORDS: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries(LISTS).map(([language, words]) => [language, new Set(words.split(' '))]),
);

/** Whether a word in lower case says nothing about a text's topic. */
export function isSmallWord(word: string, language: string | null): boolean {
  return language !== null && (SMALL_WORDS[language]?.has(word) ?? false);
}

/** Letters that are rare in other languages of the script. */
export const PECULIAR_LETTERS: Readonly<Record<string, string>> = {
  ...{ de: 'ßäöü', fr: 'éèêçàœëùûîô', es: 'ñáíóú¿¡', pt: 'ãõçáíóúâêô', it: 'àèéìòù', ca: 'àèéíïòóúç' },
  ...{ sv: 'åäö', da: 'øæå', no: 'øæå', fi: 'äö', et: 'õäöü', vi: 'ơưđạảếềệ' },
  ...{ pl: 'łąęśżźńóć', cs: 'řěůáíéýžšč', sk: 'ľĺŕôťáíéýžšč', hr: 'đćžšč', sl: 'čšž', ro: 'șțăşţâî' },
  ...{ hu: 'őűáéíóöü', tr: 'ğışçöü', lt: 'ėųįęšž', lv: 'āēīūņļģķšž' },
  ...{ ru: 'ыэё', uk: 'іїєґ', bg: 'ъ', sr: 'ђљњћџј', be: 'ўі', mk: 'ѓќѕј', kk: 'әғқңөұүһ' },
  ...{ fa: 'پچژگ', ur: 'ٹڈڑےں', ar: 'ةىأإ', yi: 'װײ' },
};
