/** Pairs of a letter and what it stands for, one after another. */
function pairs(text: string): [string, string][] {
  return text
    .trim()
    .split(/\s+/)
    .map((pair) => {
      const [letter = '', ...rest] = pair;
      return [letter, rest.join('')];
    });
}

/** Letters of Latin in another style that Unicode does not fold: small capitals, phonetic signs, letters in black boxes. */
export const LETTERS: ReadonlyMap<string, string> = new Map([
  ...pairs(`ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ꞯq ʀr ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz ᶦi ᶫl ᶰn ᶸu
    ɑa ɐa ɒa ɓb ƀb ƃb ɕc ƈc ɔc ɖd ɗd ƌd əe ɛe ɜe ɘe ƒf ɠg ɡg ɣy ɦh ɧh ɥh ɨi ɩi ᵢi ʝj ɟj ƙk ʞk ɭl ɬl ƚl ɫl
    ɱm ɯm ɲn ɳn ŋn ƞn ɵo ƥp ʠq ɋq ɹr ɾr ɼr ɽr ʁr ɍr ʂs ƨs ʃs ƭt ʈt ʇt ƫt ʉu ʊu ʋv ʌv ʍw ƴy ʎy ɏy ƶz ʐz ʑz ȥz
    ǝe ᴉi ℓl ℮e ꭰd ꮎo ꭺa ⲁa ⲃb ⲅr ⲉe ⲏh ⲓi ⲕk ⲙm ⲛn ⲟo ⲣp ⲥc ⲧt ⲩy ⲭx ⱱv ꞵb`),
  ...boxed(0x1f150, 26),
  ...boxed(0x1f170, 26),
  ...boxed(0x1f1e6, 26),
]);

function boxed(first: number, count: number): [string, string][] {
  return Array.from({ length: count }, (_, n) => [
    String.fromCodePoint(first + n),
    String.fromCharCode(97 + n),
  ]);
}

/** What letters, digits and signs may stand for among Latin letters, by their look; the likeliest first. */
export const AS_LATIN: ReadonlyMap<string, string> = new Map([
  ...pairs(`аa бb6 вbv гrg дdg еe жx зze иun кk лln мm нhn оo пnp рpr сcs тtm уyu фf хxh цu чy шw щw ъb ыb ьb
    эe юio яr іi ґr єe јj ѕs ӏli һh ԁd ԛq ԝw үyv қk ҝk ңn ғf ҳx ҷy ө0o әe`),
  ...pairs('αa βbv γyr δd εe ζz ηnh θo ιi κk λl μum νv ξe οo πnp ρpr σos τt υuy φf χx ψy ωw'),
  ...pairs('աw գq զq հh ոn ռn սu օo ցg յj լl տs եt ւi ղn պw քp բp փp կl ձd ծo'),
  ...pairs(`Ꭺa Ᏼb Ꮯc Ꭰd Ꭼe Ꮐg Ꮋh Ꭵi Ꭻj Ꮶk Ꮮl Ꮇm Ꮲp Ꭱr Ꮪs Ꭲt Ꮩv Ꮃw Ꮍy Ꮓz Ꭹy Ꮤw Ꮢr Ꮞ4
    Ꮧa Ᏸb Ꮄd Ꮛe Ꭶf Ꮆg Ꮒh Ꮰj Ꮭl Ꮑn Ꭷo Ꭾp Ꭴq Ꮥs Ꮦt Ꮼu Ꮙv Ꮗw`).map(([letter, latin]): [string, string] => [
    letter.toLowerCase(),
    latin,
  ]),
  // Canadian syllabics, Lisu, Yi, Ethiopic, Thai and letters of Hebrew: alphabets that generators of fancy text offer.
  ...pairs(`ᗩa ᗅa ᗷb ᑕc ᑢc ᗪd ᗞd ᕮe ᖴf ᕼh ᒍj ᒪl ᗰm ᑎn ᑭp ᑫq ᖇr ᔕs ᑌu ᐯv ᗯw ᙭x ᘔz
    ꓮa ꓐb ꓚc ꓓd ꓰe ꓝf ꓖg ꓧh ꓲi ꓙj ꓗk ꓡl ꓟm ꓠn ꓳo ꓑp ꓣr ꓢs ꓔt ꓴu ꓦv ꓪw ꓫx ꓬy ꓜz
    ꍏa ꌃb ꉓc ꀸd ꍟe ꎇf ꁅg ꃅh ꀤi ꀭj ꀘk ꒒l ꂵm ꈤn ꂦo ꉣp ꆰq ꋪr ꌗs ꓄t ꀎu ꃴv ꅏw ꊼx ꌩy ꁴz
    ፈc ጀx ፚz คa ๒b ๔d وg ђh เi נjn ๓m ภn ๏o קp รs շt ยu שv ฬw צx אy չz √v`),
  // Han, bopomofo and kana, folded. Honest words have other letters as well, and are not read so.
  ...pairs(`卂a 乃b 匚c 乇e 千f 卄h 丨i 爪m 几n 刀n 卩p 尺r 丂s 山w 乂x 乙z ㄥl ㄖo ㄒt ㄩu ㄚy
    むag ㄷc りyd きf んh のio ふj ずk れl ㅆm あp ゐq いt ひu めx`),
  ...pairs('0o 1li 2z 3e 4a 5s 6gb 7t 8b 9gq @a $s !il |li +t €e £l ¢c ¥y §s (c ×x ¡i'),
]);

/** Upside down, and so from the end, by what each letter is then. */
const TURNED = new Map(pairs('ɐa qb ɔc pd ǝe ɟf ƃg ɥh ᴉi ıi ɾj ʞk ןl ɯm un dp bq ɹr ʇt nu ʌv ʍw ʎy'));
const IS_TURNED = /[ɐɔǝɟƃɥᴉɾʞɯɹʇʌʍʎ]/u;

/** The same among Cyrillic and among Greek letters. */
const AS_CYRILLIC: ReadonlyMap<string, string> = new Map(
  pairs(
    'aа bвь cс dд eе gд hн iі jј kк lл mм nпи oо pр rгя sѕ tт uци vв wш xх yу 0о 3з 4ч 6б 1і @а $ѕ !і іи',
  ),
);
const AS_GREEK: ReadonlyMap<string, string> = new Map(
  pairs('aα bβ cσ dδ eε gγ hη iι kκ lλ mμ nηνπ oο pρ tτ uυμ vν wω xχ yγυ zζ 0ο 3ε @α !ι 1ι $σ'),
);

const LATIN = /\p{Script=Latin}/u;
const CYRILLIC = /\p{Script=Cyrillic}/u;
const GREEK = /\p{Script=Greek}/u;
const PLAIN = /^(?:[a-z]+|\p{Script=Cyrillic}+|\p{Script=Greek}+)$/u;
/** Of a word that is disguised in many places, the likeliest readings. */
const MOST_READINGS = 32;

/**
 * What a folded word may be read as where letters of other scripts, digits and signs stand for those that they look
 * like; the word itself is not among them. A word of Cyrillic or Greek alone is read as Latin, too.
 */
export function lookAlikeReadings(word: string): string[] {
  if (/^[a-z]+$/.test(word)) return [];
  const readings: string[] = [];
  const isOther = (letter: string) => AS_LATIN.has(letter);
  if ([...word].every((letter) => LATIN.test(letter) || isOther(letter)))
    readings.push(...readAs(word, AS_LATIN));
  if (!PLAIN.test(word)) {
    if (CYRILLIC.test(word)) readings.push(...readAs(word, AS_CYRILLIC));
    if (GREEK.test(word)) readings.push(...readAs(word, AS_GREEK));
  }
  return readings.filter((reading) => reading !== word);
}

/** A text that may stand upside down, turned round; none for any other. */
export function turnedBack(text: string): string[] {
  if (!IS_TURNED.test(text)) return [];
  return [
    [...text.toLowerCase()]
      .reverse()
      .map((letter) => TURNED.get(letter) ?? letter)
      .join(''),
  ];
}

function readAs(word: string, table: ReadonlyMap<string, string>): string[] {
  let readings = [''];
  for (const letter of word) {
    const options = [...(table.get(letter) ?? letter)];
    const next = readings.flatMap((reading) => options.map((option) => reading + option));
    readings = next.length <= MOST_READINGS ? next : readings.map((reading) => reading + options[0]);
  }
  return readings;
}
