import type { Script } from './scripts.ts';

function table(text: string): ReadonlyMap<string, string> {
  return new Map(
    text
      .trim()
      .split(/\s+/)
      .map((pair): [string, string] => {
        const [letter = '', ...rest] = pair;
        return [letter, rest.join('').replace('-', '')];
      }),
  );
}

/** Folded letters to Latin ones by their sound, in no system that anybody uses: what follows makes most systems alike. */
const SOUNDS: ReadonlyMap<string, string> = new Map([
  ...table(`аa бb вv гg дd еe жzh зz иi кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щsh ъ- ыy ь- эe юu яa іi єe ґg јi
    љl њn ћch ђd џdzh ӏ- ңng өo үu қk ғg ҳh әa
    αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξks οo πp ρr σs τt υi φf χh ψps ωo
    აa ბb გg დd ეe ვv ზz თt იi კk ლl მm ნn ოo პp ჟzh რr სs ტt უu ფf ქk ღg ყk შsh ჩch ცts ძdz წts ჭch ხkh ჯj ჰh
    աa բb գg դd եe զz էe ըe թt ժzh իi լl խkh ծts կk հh ձdz ղg ճch մm յy նn շsh ոo չch պp ջj ռr սs վv տt րr ցts ւv փp քk օo ֆf ևev
    اa بb تt ثth جj حh خkh دd ذdh رr زz سs شsh صs ضd طt ظz ع- غgh فf قq كk لl مm نn هh وw يy پp چch ژzh گg ڤv
    אa בv גg דd הh וw זz חh טt יy כk לl מm נn סs ע- פp צts קk רr שsh תt
    กk ขk ฃk คk ฅk ฆk งng จj ฉch ชch ซs ฌch ญy ฎd ฏt ฐt ฑt ฒt ณn ดd ตt ถt ทt ธt นn บb ปp ผp ฝf พp ฟf ภp มm ยy รr ฤr ลl วw
    ศs ษs สs หh ฬl อo ฮh ะa ัa าa ำam ิi ีi ึu ืu ุu ูu เe แe โo ใai ไai
    कk खkh गg घgh ङn चch छch जj झjh ञn टt ठth डd ढdh णn तt थth दd धdh नn पp फph बb भbh मm यy रr लl वv शsh षsh सs हh ळl
    ऩn ऱr ऴl`),
]);
const VOWEL_SIGNS = table('ाa िi ुu ृri ॆe ेe ैai ॊo ोo ौau ंn ःh ॉo ॅe');
const VOWELS = table('अa आa इi उu ऋri ऎe एe ऐai ऒo ओo औau ऑo');
const HANGUL = table(
  'ㄱg ㄲk ㄳk ㄴn ㄵn ㄶn ㄷd ㄸt ㄹr ㄺk ㄻm ㄼr ㅁm ㅂb ㅃp ㅄp ㅅs ㅆs ㅈj ㅉj ㅊch ㅋk ㅌt ㅍp ㅎh ㅏa ㅐae ㅑya ㅒyae ㅓeo ㅔe ㅕyeo ㅖye ㅗo ㅘwa ㅙwae ㅚoe ㅛyo ㅜu ㅝwo ㅞwe ㅟwi ㅠyu ㅡeu ㅢui ㅣi',
);
const KANA =
  table(`あa いi うu えe おo ぁa ぃi ぅu ぇe ぉo かka きki くku けke こko がga ぎgi ぐgu げge ごgo さsa しshi すsu せse そso
  ざza じji ずzu ぜze ぞzo たta ちchi つtsu てte とto だda ぢji づzu でde どdo なna にni ぬnu ねne のno はha ひhi ふfu へhe ほho
  ばba びbi ぶbu べbe ぼbo ぱpa ぴpi ぷpu ぺpe ぽpo まma みmi むmu めme もmo やya ゆyu よyo ゃya ゅyu ょyo らra りri るru れre ろro
  わwa をo んn ゔvu っ-`);
/** Bengali to Malayalam: Unicode has their letters in the order of Devanagari's, each script in a row of 128. */
const OTHER_INDIC = /[\u0980-\u0d7f]/g;
const LEADING_VOWEL = /([เแโใไ])(\p{L})/gu;

/** A folded word in Latin letters, roughly as it sounds. */
function inLatin(word: string, script: Script): string {
  if (/^[a-z]*$/.test(word)) return word;
  if (script === 'hangul') return inLatinFromHangul(word);
  if (script === 'indic') return inLatinFromDevanagari(word);
  const devanagari = script === 'other' ? word.replace(OTHER_INDIC, inDevanagari) : word;
  if (devanagari !== word) return inLatinFromDevanagari(devanagari);
  const spelled = (script === 'greek' ? greekPairs(word) : word).replace(LEADING_VOWEL, '$2$1');
  const latin = [...spelled].map((letter) => SOUNDS.get(letter) ?? KANA.get(letter) ?? letter).join('');
  // Syllables of two kana: shi-ya is sha.
  return script === 'unspaced' ? latin.replace(/(?<=[^aeiou])i(?=y[aou])/g, '') : latin;
}

function greekPairs(word: string): string {
  return word
    .replace(/^μπ/, 'b')
    .replace(/^ντ/, 'd')
    .replace(/νγκ|γγ/g, 'ng')
    .replace(/γκ/g, 'g')
    .replaceAll('ου', 'u')
    .replaceAll('τζ', 'dz');
}

/** An empty letter before a vowel is silent. */
function inLatinFromHangul(word: string): string {
  const letters = [...word];
  const isVowel = (letter = '') => letter >= 'ㅏ' && letter <= 'ㅣ';
  return letters
    .map((letter, place) => {
      if (letter === 'ㅇ') return isVowel(letters[place + 1]) ? '' : 'ng';
      return HANGUL.get(letter) ?? '';
    })
    .join('');
}

function inDevanagari(letter: string): string {
  return String.fromCharCode(0x900 + (letter.charCodeAt(0) % 0x80));
}

/** The vowel that a consonant has by itself is silent at a word's end, and between a syllable and an open one. */
function inLatinFromDevanagari(word: string): string {
  const letters = [...word];
  const latin = letters
    .map((letter, place) => {
      const sign = VOWEL_SIGNS.get(letter) ?? VOWELS.get(letter);
      if (sign !== undefined) return sign;
      if (letter === '्') return '';
      const after = letters[place + 1] ?? '';
      const hasOwn = /[क-ह]/u.test(letter) && !VOWEL_SIGNS.has(after) && after !== '्';
      return `${SOUNDS.get(letter) ?? ''}${hasOwn || after === 'ं' || after === 'ः' ? '_' : ''}`;
    })
    .join('');
  return latin
    .replace(/_$/, '')
    .replace(/(?<=[aeiou_][a-z]{1,2})_(?=[^aeiou_]{1,2}[aeiou])/g, '')
    .replaceAll('_', 'a');
}

/** Spellings of one sound, longest first; `h` alone says little. */
const SPELLINGS: readonly [RegExp, string][] = [
  [/ngk/g, 'ng'],
  [/sch|shch|sh/g, 's'],
  [/tch|ch|ck|kh|c|q/g, 'k'],
  [/ph/g, 'f'],
  [/zh|jh|dzh|j|tz|ts|dz/g, 'z'],
  [/gh/g, 'g'],
  [/x/g, 'ks'],
  [/[bw]/g, 'v'],
  [/h/g, ''],
  [/[aeiouy]+/g, 'A'],
  [/(.)\1+/g, '$1'],
];
/** Fewer say too little. */
const FEWEST_CONSONANTS = 4;
const FEWEST_BARE_CONSONANTS = 5;
const FEWEST_SOUNDS = 6;
const MOST_AS_V = 3;

/** How a folded word sounds, its vowels all alike; none for one too short to be known by that. */
export function soundsOf(word: string, script: Script): string[] {
  const latin = inLatin(word, script);
  const spellings = latin.includes('qu') ? [latin.replaceAll('qu', 'kw'), latin] : [latin];
  return spellings.map(soundOf).filter((sound) => {
    return sound.length >= FEWEST_SOUNDS && sound.replaceAll('A', '').length >= FEWEST_CONSONANTS;
  });
}

/** Its consonants alone, for scripts that leave out vowels: in all ways that it may be read. */
export function consonantsOf(word: string, script: Script): string[] {
  const latin = inLatin(word, script);
  const readings =
    script === 'abjad'
      ? [latin, ...asV(latin)].map((one) => one.replace(/[wyh]/g, ''))
      : [latin.replace(/[yh](?![aeiou])/g, '')];
  const bare = readings.map((one) =>
    soundOf(one)
      .replaceAll('A', '')
      .replaceAll('p', 'f')
      .replace(/(.)\1+/g, '$1'),
  );
  return [...new Set(bare)].filter(({ length }) => length >= FEWEST_BARE_CONSONANTS);
}

/** With v where Arabic, which has none, writes f, and where Hebrew's vav is no vowel. */
function asV(latin: string): string[] {
  const each = [...latin.matchAll(/w+/g)].slice(0, MOST_AS_V);
  return [
    latin.replaceAll('f', 'v'),
    ...each.map(({ 0: run, index }) => `${latin.slice(0, index)}v${latin.slice(index + run.length)}`),
  ];
}

function soundOf(latin: string): string {
  return SPELLINGS.reduce(
    (sound, [spelling, letter]) => sound.replace(spelling, letter),
    latin.replace(/[^a-z]/g, ''),
  );
}
