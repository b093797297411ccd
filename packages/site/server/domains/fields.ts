import { DomainConfig, readHostName } from '@vesper/contract';
import { AppError } from '@vesper/core/lib/app-error.ts';

/** `siteName`, `theme.primary` and so on. */
type FieldName = {
  [Name in keyof DomainConfig]-?: NonNullable<DomainConfig[Name]> extends string | boolean | string[]
    ? Name
    : `${Name}.${keyof NonNullable<DomainConfig[Name]> & string}`;
}[keyof DomainConfig];

/** A field's value as one line of text. The contract decides what is valid. */
interface FieldText {
  read(text: string): unknown;
  write(value: unknown): string;
}

const words: FieldText = { read: (text) => text.trim(), write: String };
const lines: FieldText = {
  read: (text) => text.replaceAll('\\n', '\n').trim(),
  write: (value) => String(value).replaceAll('\n', '\\n'),
};
const list: FieldText = {
  read: (text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  write: (value) => (value as string[]).join(', '),
};
const colour: FieldText = {
  read: (text) =>
    text
      .trim()
      .toLowerCase()
      .replace(/^#([0-9a-f])([0-9a-f])([0-9a-f])$/, '#$1$1$2$2$3$3'),
  write: String,
};
const yesNo: FieldText = {
  read: (text) => ({ yes: true, true: true, no: false, false: false })[text.trim().toLowerCase()],
  write: (value) => (value ? 'yes' : 'no'),
};
const wholeNumber: FieldText = {
  read: (text) => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined),
  write: String,
};
const orNothing = (empty: null | undefined): FieldText => ({
  read: (text) => text.trim() || empty,
  write: (value) => String(value ?? ''),
});

const FIELDS: Record<FieldName, FieldText> = {
  domain: { read: hostName, write: String },
  address: orNothing(undefined),
  ownedCategories: { ...list, write: (value) => list.write(value ?? []) },
  siteName: words,
  brandName: words,
  tagline: words,
  description: words,
  keywords: list,
  contactEmail: words,
  'theme.primary': colour,
  'theme.accent': colour,
  'theme.default': words,
  'seo.titleTemplate': words,
  'seo.defaultTitle': words,
  'seo.defaultDescription': words,
  'seo.googleVerification': orNothing(undefined),
  'discovery.aiTraining': yesNo,
  deterrents: yesNo,
  'embedding.sites': words,
  'embedding.hosts': list,
  'legal.operator': words,
  'legal.agentName': words,
  'legal.agentAddress': lines,
  'legal.agentPhone': words,
  'legal.agentFeeUsd': wholeNumber,
  'legal.updatedOn': orNothing(null),
  'legal.governingLaw': words,
  'legal.recordsCustodian': lines,
};

/** As `name=value`, with line breaks as `\n`. */
export function listFields(config: DomainConfig): string[] {
  return Object.entries(FIELDS).map(([name, text]) => `${name}=${text.write(fieldValue(config, name))}`);
}

/** Throws bad_request with a sentence. */
export function applyFields(config: DomainConfig, assignments: readonly string[]): DomainConfig {
  const changed = structuredClone(config);
  for (const assignment of assignments) {
    const [name = '', ...rest] = assignment.split('=');
    if (rest.length === 0)
      throw new AppError('bad_request', `"${assignment}" sets nothing: write FIELD=VALUE.`);
    setValue(changed, name, fieldText(name).read(rest.join('=')));
  }
  const result = DomainConfig.safeParse(changed);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new AppError('bad_request', `${issue?.path.join('.')}: ${issue?.message}`);
}

/** Like `readHostName`. Throws bad_request. */
export function hostName(text: string): string {
  const name = readHostName(text);
  if (name !== undefined) return name;
  throw new AppError(
    'bad_request',
    `"${text.trim()}" is not a host name: write one such as videos.example, without a port.`,
  );
}

function fieldText(name: string): FieldText {
  if (Object.hasOwn(FIELDS, name)) return FIELDS[name as FieldName];
  throw new AppError(
    'bad_request',
    `Unknown field "${name}". The fields are ${Object.keys(FIELDS).join(', ')}.`,
  );
}

function fieldValue(config: DomainConfig, name: string): unknown {
  return name.split('.').reduce((value: unknown, part) => (value as Record<string, unknown>)[part], config);
}

function setValue(config: DomainConfig, name: string, value: unknown): void {
  const path = name.split('.');
  const last = path.pop() ?? '';
  const holder = path.length > 0 ? fieldValue(config, path.join('.')) : config;
  (holder as Record<string, unknown>)[last] = value;
}
