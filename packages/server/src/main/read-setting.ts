import { StartError } from '../lib/start-error.ts';

/** Throws StartError with a sentence for whatever is no whole number, or too small or large. */
export function readWholeNumber(
  name: string,
  given: string | undefined,
  { fallback, min, max }: { fallback: number; min: number; max: number },
): number {
  const text = given || String(fallback);
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < min || number > max)
    throw new StartError(`${name} is "${text}": it must be from ${min} to ${max}.`);
  return number;
}

/** Throws StartError with a sentence for whatever is not in the list. */
export function oneOf<T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === value);
  if (!found) throw new StartError(`${name} is "${value}": it must be one of ${allowed.join(', ')}.`);
  return found;
}
