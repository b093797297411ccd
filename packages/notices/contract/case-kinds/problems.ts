import type { CaseField, CaseKindForm } from './case-kind.ts';

/** By field, in the order of the form. Shared by form and server. */
export function caseProblems(
  { fields }: Pick<CaseKindForm, 'fields'>,
  input: Readonly<Record<string, unknown>>,
): Map<string, string> {
  const problems = new Map<string, string>();
  for (const [name, field] of Object.entries(fields)) {
    const isFree = field.isOptional || isFreeOf(field.unless, input);
    const problem = fieldProblem(field, input[name], isFree);
    if (problem) problems.set(name, problem);
  }
  return problems;
}

export function missingElements(
  { elements }: Pick<CaseKindForm, 'elements'>,
  input: Readonly<Record<string, unknown>>,
): string[] {
  const isGiven = (name: string) => {
    const value = input[name];
    return value === true || (typeof value === 'string' && value.trim() !== '');
  };
  return Object.entries(elements)
    .filter(([, { fields, unless }]) => !fields.every(isGiven) && !isFreeOf(unless, input))
    .map(([name]) => name);
}

function isFreeOf(unless: CaseField['unless'], input: Readonly<Record<string, unknown>>): boolean {
  return unless !== undefined && input[unless.field] === unless.is;
}

function fieldProblem(field: CaseField, value: unknown, isFree: boolean): string | undefined {
  const missing = isFree ? undefined : (field.missing ?? 'Required');
  if (field.type === 'tick') return value === true ? undefined : missing;
  if (value === undefined || value === null || value === '') return missing;
  if (typeof value !== 'string') return 'This must be text';
  const text = value.trim();
  if (text === '') return missing;
  if (field.max !== undefined && text.length > field.max)
    return `At most ${field.max} characters are allowed here`;
  if (text.includes('\0') || !text.isWellFormed())
    return 'The text contains characters that cannot be stored';
  return shapeProblem(field, text);
}

/** As in browsers' email fields (HTML, "valid e-mail address"), but the host needs a dot and may use any script. */
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{N}][\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}]$/u;

/** Per notice. */
export const MOST_ADDRESSES = 100;
const LONGEST_ADDRESS = 2000;

function shapeProblem({ type, choices }: CaseField, text: string): string | undefined {
  if (type === 'email' && !EMAIL.test(text)) return 'Please enter a valid email address';
  if (type === 'url' && !isWebAddress(text)) return 'Please enter a valid URL';
  if (type === 'choice' && !Object.hasOwn(choices ?? {}, text)) return 'Please choose one of these';
  return type === 'addresses' ? addressesProblem(addressesIn(text)) : undefined;
}

function addressesProblem(addresses: readonly string[]): string | undefined {
  if (addresses.length > MOST_ADDRESSES)
    return `At most ${MOST_ADDRESSES} addresses are allowed in one notice`;
  const wrong = addresses.findIndex((one) => one.length > LONGEST_ADDRESS || !isWebAddress(one));
  if (wrong === -1) return undefined;
  return addresses.length === 1 ? 'Please enter a valid URL' : `Address ${wrong + 1} is not a valid URL`;
}

/** One address per line. */
export function addressesIn(text: string): string[] {
  return text
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
}
