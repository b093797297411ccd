import { AppError } from '../packages/server/src/kernel/lib/app-error.ts';
import { formatNumber } from './print.ts';

/** The whole number that an option gives. Throws bad_request. */
export function readNumber(name: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (/^\d{1,7}$/.test(text) && number >= least && number <= most) return number;
  throw new AppError(
    'bad_request',
    `--${name} must be a whole number from ${formatNumber(least)} to ${formatNumber(most)}.`,
  );
}
