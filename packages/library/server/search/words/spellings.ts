/** British and American spellings, and umlauts written with e, of folded words: candidates for the vocabulary. */
type Rule = (word: string) => string[];

/** Irregular words and their derivations, in both directions. */
const PAIRS: readonly (readonly [string, string])[] = [
  ...pairs(
    'grey gray, plough plow, tyre tire, mould mold, moult molt, smoulder smolder, cosy cozy, aeroplane airplane',
  ),
  ...pairs('programme program, jewellery jewelry, aluminium aluminum, moustache mustache, pyjamas pajamas'),
  ...pairs(
    'yoghurt yogurt, doughnut donut, whisky whiskey, artefact artifact, sulphur sulfur, sceptic skeptic',
  ),
  ...pairs('draught draft, kerb curb, disc disk, axe ax, ageing aging, judgement judgment, omelette omelet'),
  ...pairs('defence defense, offence offense, licence license, pretence pretense, practice practise'),
  ...pairs(
    'woollen woolen, woolly wooly, marvellous marvelous, fulfil fulfill, enrol enroll, skilful skillful',
  ),
  ...pairs('instalment installment, wilful willful, odour odor, manoeuvre maneuver, kilogramme kilogram'),
  ...pairs(
    'speciality specialty, mum mom, carburettor carburetor, cheque check, storey story, encyclopaedia encyclopedia',
  ),
];

function pairs(list: string): [string, string][] {
  return list.split(', ').map((pair) => {
    const [british = '', american = ''] = pair.split(' ');
    return [british, american];
  });
}

/** Lookbehinds keep short words such as `four` and `for` apart. */
const ENGLISH: readonly (readonly [RegExp, string])[] = [
  [/(?<=^[a-z]{3,})our(?=(?:s|ed|er|ers|ing|ful|less|able|ite|ites|hood|y|ist|ists)?$)/, 'or'],
  [/(?<=^[a-z]{3,})or(?=(?:s|ed|er|ers|ing|ful|less|able|ite|ites|hood|y|ist|ists)?$)/, 'our'],
  [/(?<=^[a-z]{3,})is(?=(?:e|es|ed|er|ers|ing|ation|ations)$)/, 'iz'],
  [/(?<=^[a-z]{3,})iz(?=(?:e|es|ed|er|ers|ing|ation|ations)$)/, 'is'],
  [/(?<=^[a-z]{3,})ys(?=(?:e|es|ed|er|ers|ing)$)/, 'yz'],
  [/(?<=^[a-z]{3,})yz(?=(?:e|es|ed|er|ers|ing)$)/, 'ys'],
  [/(?<=^[a-z]{2,}(?:[tb]|ch))re(?=s?$)/, 'er'],
  [/(?<=^[a-z]{2,}(?:[tb]|ch))er(?=s?$)/, 're'],
  [/(?<=^[a-z]{2,}[tb])red$/, 'ered'],
  [/(?<=^[a-z]{2,}[tb])ered$/, 'red'],
  [/(?<=^[a-z]{3,})ogue(?=s?$)/, 'og'],
  [/(?<=^[a-z]{3,})og(?=s?$)/, 'ogue'],
  // In words of several syllables only: not `filling` and `filing`.
  [/(?<=[aeiouy][a-z]*[aeiou])ll(?=(?:ed|er|ers|ing|ings|or|ors|ery)$)/, 'l'],
  [/(?<=[aeiouy][a-z]*[^aeiou][aeiou])l(?=(?:ed|er|ers|ing|ings|or|ors|ery)$)/, 'll'],
  // Greek: archaeology, anaesthetic, paediatric, oesophagus.
  [/(?<=^(?:arch|an|p|leuk|h|medi|palaeo|gyn)?)ae(?=[a-z]{3,}$)/, 'e'],
  [/(?<=^arch)e(?=olog)|(?<=^an)e(?=sthe)|^e(?=sthet)|(?<=^p)e(?=diatr)|(?<=^medi)e(?=val)/, 'ae'],
  [/^oe(?=[a-z]{4,}$)/, 'e'],
];

/** After another vowel or q, the e is no umlaut: neue, Quelle, Steuer. */
const UMLAUT = /(?<![aeiouyq])([aou])e/g;

const RULES: Readonly<Record<string, Rule>> = {
  en: english,
  de: german,
  da: (word) => [word.replaceAll('aa', 'a'), word.replaceAll('oe', 'o')],
  no: (word) => [word.replaceAll('aa', 'a'), word.replaceAll('oe', 'o')],
  sv: (word) => [word.replaceAll('aa', 'a')],
};

/** Shorter words have too many neighbours. */
const FEWEST_LETTERS = 3;
const MOST = 8;

/** English and German rules if the language is unknown. */
export function spellingsOf(word: string, language: string | null): string[] {
  if (word.length < FEWEST_LETTERS || !/^[a-z]+$/.test(word)) return [];
  const rules = language === null ? [english, german] : [RULES[language] ?? (() => [])];
  const found = rules.flatMap((rule) => rule(word));
  return [...new Set(found)].filter((one) => one !== word && one.length >= FEWEST_LETTERS - 1).slice(0, MOST);
}

function english(word: string): string[] {
  const listed = PAIRS.flatMap(([british, american]) => [
    ...otherBeginning(word, british, american),
    ...otherBeginning(word, american, british),
  ]);
  return [...listed, ...ENGLISH.map(([from, to]) => word.replace(from, to))];
}

function otherBeginning(word: string, from: string, to: string): string[] {
  return word.startsWith(from) && /^(?:s|es|d|ed|r|er|ing|ism|al)?$/.test(word.slice(from.length))
    ? [to + word.slice(from.length)]
    : [];
}

/** Without the e of an umlaut, and with an e after each vowel that may be one. */
function german(word: string): string[] {
  const without = word.replace(UMLAUT, '$1');
  const each = [...word.matchAll(/(?<![aeiouyq])[aou](?![aeiouy])/g)].map(
    ({ index }) => `${word.slice(0, index + 1)}e${word.slice(index + 1)}`,
  );
  return [without, ...each.slice(0, 3)];
}
