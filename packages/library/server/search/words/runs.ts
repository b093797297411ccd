import { fold } from '../tokens.ts';

const RUN =
  /([\p{Script=Katakana}ー]+|\p{Script=Han}+|\p{Script=Thai}+|\p{Script=Lao}+|\p{Script=Khmer}+|\p{Script=Myanmar}+)/u;
const SHORTEST = 3;
const LONGEST = 16;

/** Folded runs of one unspaced script, the nearest to words without a dictionary. Longer runs are sentences. */
export function runsOf(text: string): string[] {
  return text
    .normalize('NFKC')
    .split(RUN)
    .filter((_, index) => index % 2 === 1)
    .map(fold)
    .filter((run) => [...run].length >= SHORTEST && [...run].length <= LONGEST);
}

/** Runs and the text between them, folded. */
export function partsOf(text: string): string[] {
  return text.normalize('NFKC').split(RUN).map(fold);
}
