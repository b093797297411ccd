/** Light stemming for languages that PostgreSQL has no good stemmer for. Words are folded as in documents. */
type Rule = (word: string) => string;

const FEWEST_LETTERS = 3;

const RULES: Readonly<Record<string, Rule>> = {
  pl: slavic(
    'iami iach iego iemu iowi owie ami ach iom iow owi iem ego emu ymi imi iej ych ich ow om em ie ia iu io ej ym im a e i o u y',
  ),
  cs: slavic(
    'ovemu oveho ami emi imi ymi ach ech ich ych ovi ove eho emu iho imu ou um am em im ym om uv a e i o u y',
  ),
  sk: slavic(
    'ovemu oveho ami emi imi ymi och ach iam iach ich ych ovi ove eho emu ou om am em im ym ov a e i o u y',
  ),
  // й and ї are folded to и and і.
  uk: slavic(
    'ями ами ові еві єві ого ому ими іми оі ею єю ою ям ам ях ах ом ем єм ів ов еи ии іи им ім их іх а я о е є и і у ю ь',
  ),
  ar: arabic,
  hy: armenian,
  ka: georgian,
  ko: korean,
  he: hebrew,
};

/** Undefined for a language without rules. */
export function withoutEndings(word: string, language: string): string | undefined {
  return RULES[language]?.(word);
}

/** Removes the longest ending, then a fleeting e before k or c: `domek`, `domku`. */
function slavic(list: string): Rule {
  const endings = list.split(' ').sort((one, other) => other.length - one.length);
  return (word) => withoutFleeting(withoutOne(word, endings));
}

function withoutFleeting(stem: string): string {
  return stem.length > FEWEST_LETTERS ? stem.replace(/i?e(?=[kc]$)|[оеє](?=[кц]$)/u, '') : stem;
}

function withoutOne(word: string, endings: readonly string[]): string {
  const ending = endings.find((one) => word.endsWith(one) && word.length - one.length >= FEWEST_LETTERS);
  return ending === undefined ? word : word.slice(0, -ending.length);
}

const GEORGIAN_POSTPOSITIONS = ['თვის', 'დან', 'თან', 'გან', 'კენ', 'მდე', 'ვით', 'ში', 'ზე'];
const GEORGIAN_CASES = ['ის', 'ით', 'ად', 'მა', 'ს', 'მ', 'ო', 'ი'];

/** Removes postposition, case and plural, then the vowel that other forms drop before l, r, n and m. */
function georgian(word: string): string {
  const noun = withoutOne(withoutOne(word, GEORGIAN_POSTPOSITIONS), GEORGIAN_CASES);
  const one = withoutOne(noun, ['ებ']);
  const stem = one === noun ? withoutOne(noun, ['ა', 'ე', 'ო', 'უ']) : one;
  return stem.length > FEWEST_LETTERS ? stem.replace(/[აეო](?=[ლრნმ]$)/u, '') : stem;
}

/** In order of removal; `+` follows a final consonant, `-` a vowel. */
const KOREAN_PARTICLES =
  '에서는 으로는+ 에서 에게 까지 부터 처럼 보다 마다 조차 이나+ 이랑+ 으로+ 들 은+ 는- 이+ 가- 을+ 를- 과+ 와- 로 의 에 도 만'
    .split(' ')
    .map((one) => ({ particle: one.replace(/[+-]/, ''), after: /[+-]/.exec(one)?.[0] }));

/** Removes up to two particles, keeping two syllables. */
function korean(word: string): string {
  const once = withoutParticle(word);
  return once === word ? word : withoutParticle(once);
}

function withoutParticle(word: string): string {
  for (const { particle, after } of KOREAN_PARTICLES) {
    const rest = word.slice(0, -particle.length);
    if (!word.endsWith(particle) || rest.length < 2) continue;
    if (after === undefined || (after === '+') === endsInConsonant(rest)) return rest;
  }
  return word;
}

/** Hangul syllables are ordered by 28 finals, the first of which is none (Unicode, 3.12). */
function endsInConsonant(word: string): boolean {
  const code = word.charCodeAt(word.length - 1) - 0xac00;
  return code >= 0 && code % 28 !== 0;
}

const FINAL_LETTERS: Readonly<Record<string, string>> = { ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ' };
const HEBREW_ENDINGS = ['ייה', 'יות', 'יים', 'ים', 'ות', 'ית', 'יה', 'ה', 'ת'];
const HEBREW_PARTICLES = /^ו?(?:(?:מה|שה|כשה|ה)(?=.{3})|[בלכמשו](?=.{4}))/u;

/** Removes the plural or feminine ending, then article and particles; final letters become medial. */
function hebrew(word: string): string {
  const stem = withoutOne(word, HEBREW_ENDINGS).replace(HEBREW_PARTICLES, '');
  return stem.replace(/[ךםןףץ]$/u, (letter) => FINAL_LETTERS[letter] ?? letter);
}

const ARABIC_ARTICLE = /^(?:[وبكف]?ال(?=.{2})|لل(?=.{2})|و(?=.{3}))/u;
const ARABIC_ENDINGS = ['ها', 'ان', 'ات', 'ون', 'ين', 'يه', 'ية', 'ه', 'ة', 'ي'];

/** Removes the article, then each of these endings (light stemming: Larkey, Ballesteros and Connell, 2007). */
function arabic(word: string): string {
  let stem = word.replace(/[أإآ]/gu, 'ا').replace(/ئ/gu, 'ي').replace(ARABIC_ARTICLE, '');
  for (const ending of ARABIC_ENDINGS)
    if (stem.endsWith(ending) && stem.length - ending.length >= 2) stem = stem.slice(0, -ending.length);
  return stem;
}

const ARMENIAN_CASES = ['ում', 'ից', 'ով', 'ին', 'ի', 'ը', 'ն'];

/** Removes article and case, then the plural. */
function armenian(word: string): string {
  const noun = withoutOne(withoutOne(word, ARMENIAN_CASES), ARMENIAN_CASES);
  return withoutOne(noun, ['ներ', 'եր']);
}
