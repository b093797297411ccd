import { cleanDuration } from '../clean-text.ts';

const NUMBER = String.raw`(\d{1,9}(?:\.\d+)?)`;
/** ISO 8601, with or without the P; years and months only as 0, since they are no length of a video. */
const ISO = new RegExp(
  `^P?(?:0+Y)?(?:0+M)?(?:0+W)?(?:${NUMBER}D)?(?:T(?:${NUMBER}H)?(?:${NUMBER}M)?(?:${NUMBER}S?)?)?$`,
  'i',
);
const WORDS = new RegExp(
  String.raw`^(?:${NUMBER}\s*h(?:(?:ou)?rs?)?\.?)?[\s,]*(?:${NUMBER}\s*m(?:in(?:ute)?s?)?\.?)?[\s,]*(?:${NUMBER}\s*s(?:ec(?:ond)?s?)?\.?)?$`,
  'i',
);

/**
 * Seconds of an ISO 8601 duration (PT1M30S), of "1:30" or "0:01:30", of "1 min 30 sec", or of a plain number; undefined
 * for anything else.
 */
export function readDuration(text: string): number | undefined {
  const trimmed = text
    .trim()
    .slice(0, 60)
    .replace(/(\d),(\d)/, '$1.$2');
  if (/^\d{1,7}(?:\.\d+)?$/.test(trimmed)) return cleanDuration(Number(trimmed));
  if (/^(?:\d{1,3}:)?\d{1,3}:\d{2}(?:\.\d{1,6})?$/.test(trimmed)) {
    return cleanDuration(trimmed.split(':').reduce((sum, part) => sum * 60 + Number(part), 0));
  }
  const iso = ISO.exec(trimmed);
  if (iso) return inSeconds(iso.slice(1), [86_400, 3_600, 60, 1]);
  const words = WORDS.exec(trimmed);
  return words ? inSeconds(words.slice(1), [3_600, 60, 1]) : undefined;
}

function inSeconds(parts: (string | undefined)[], units: readonly number[]): number | undefined {
  return cleanDuration(parts.reduce((sum, part, nth) => sum + Number(part ?? 0) * (units[nth] ?? 0), 0));
}
