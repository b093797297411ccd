/** How a script's words are compared. */
export type Script = 'latin' | 'cyrillic' | 'greek' | 'abjad' | 'indic' | 'hangul' | 'unspaced' | 'other';

const SCRIPTS: readonly [Script, RegExp][] = [
  ['latin', /[\p{Script=Latin}\d]/u],
  ['cyrillic', /\p{Script=Cyrillic}/u],
  ['greek', /\p{Script=Greek}/u],
  ['abjad', /[\p{Script=Arabic}\p{Script=Hebrew}]/u],
  ['indic', /\p{Script=Devanagari}/u],
  ['hangul', /\p{Script=Hangul}/u],
  [
    'unspaced',
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u,
  ],
];

/** By its first letter that has one. */
export function scriptOf(word: string): Script {
  for (const letter of word) {
    const found = SCRIPTS.find(([, letters]) => letters.test(letter));
    if (found) return found[0];
  }
  return 'other';
}

const LATIN_ENDINGS =
  's es ed d er ers or ors ing ings in en ist ists ism ish y ies ity e a o os as i n r ly less ness al ale ales es';
const CYRILLIC_ENDINGS =
  'а я у ю ы и е о ои еи ом ем ам ям ах ях ами ями ов ев ыи ии ая яя ое ее ые ие ого его ому ему ых их ую юю ным ною ка ки ку кои ь і';
const GREEK_ENDINGS = 'α η ο ι ε σ ου ων εσ ουσ οι ασ ησ οσ ια ιο ιου ιων';
const ABJAD_ENDINGS = 'ات ين ون ه ها ي ים ות ה י ית';
const INDIC_ENDINGS = 'ा े ि ों ें ियों ियां ाओं ाएं';
const HANGUL_ENDINGS = '을 를 이 가 은 는 의 에 에서 로 으로 와 과 도 들 들의 들이 들을 만 하다 하는 한';
const OTHER_ENDINGS = 'ი ს მა ის ებ ები ები ով ի ը ն եր ներ ում';

/** Of folded words; Hangul in loose letters. */
export function endingsOf(script: Script, foldText: (text: string) => string): string[] {
  const endings = {
    latin: LATIN_ENDINGS,
    cyrillic: CYRILLIC_ENDINGS,
    greek: GREEK_ENDINGS,
    abjad: ABJAD_ENDINGS,
    indic: INDIC_ENDINGS,
    hangul: HANGUL_ENDINGS,
    unspaced: '',
    other: OTHER_ENDINGS,
  }[script];
  return [...new Set(endings.split(' ').filter(Boolean).map(foldText))];
}

/** Articles and other words of one or two letters that stand at a word's front in Arabic and Hebrew. */
export const ABJAD_BEGINNINGS = [
  'ال',
  'وال',
  'بال',
  'لل',
  'و',
  'ب',
  'ل',
  'ف',
  'ה',
  'ו',
  'ב',
  'כ',
  'ל',
  'מ',
  'ש',
];

/** Fewer letters have too many neighbours that are other words. */
export function fewestNear(script: Script): number {
  if (script === 'unspaced') return 4;
  return { indic: 5, hangul: 7 }[script as string] ?? 6;
}
