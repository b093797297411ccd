import {
  type AddressForm,
  createEmbedProviders,
  type EmbedProvider,
  type EmbedProviders,
  parseAddressForm,
} from './providers.ts';

export interface ParseOptions {
  /** Plain http, for tests and demos on this machine. */
  mayBePlain(hostname: string, port: number): boolean;
  /** Whether the address belongs to this site. */
  isOwn(hostname: string, port: number): boolean;
}

const OPTIONS = ['watch', 'oembed', 'id'] as const;
type Option = (typeof OPTIONS)[number];
type Words = Partial<Record<Option | 'player', string>>;

const NAME = /^[a-z0-9][a-z0-9_-]{0,39}$/i;
const USUAL_ID = '[A-Za-z0-9_-]{1,64}';
/** Whatever pattern a provider sets, no id may change the rest of an address. */
const SAFE_ID = /^(?!\.{1,2}$)[\w.~-]{1,128}$/;

/**
 * Parses EMBED_PROVIDERS: words `NAME=PLAYER` or `NAME.OPTION=VALUE`, such as `clips=https://player.example/embed/{id}`
 * and `clips.watch=https://clips.example/watch/{id}`. Throws an Error with one sentence that says what to change.
 */
export function parseEmbedProviders(text: string, options: ParseOptions): EmbedProviders {
  const providers = new Map<string, EmbedProvider>();
  for (const [name, { label, words }] of groupWords(text)) {
    const provider = toProvider(label, words, options);
    for (const other of providers.values()) refuseSameForm(provider, other);
    providers.set(name, provider);
  }
  return createEmbedProviders(providers);
}

/** By lower-case name. */
function groupWords(text: string): Map<string, { label: string; words: Words }> {
  const groups = new Map<string, { label: string; words: Words }>();
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const [left, value] = cutAt(word, '=');
    const [label, option = 'player'] = cutAt(left, '.');
    if (value === undefined || value === '' || !NAME.test(label))
      fail(`holds "${word}", which is not NAME=ADDRESS, as in clips=https://player.example/embed/{id}`);
    if (option !== 'player' && !OPTIONS.includes(option as Option))
      fail(`holds "${left}": the options of a provider are ${OPTIONS.join(', ')}`);
    const group = groups.get(label.toLowerCase()) ?? { label, words: {} };
    if (group.words[option as Option] !== undefined) fail(`says ${left} twice`);
    group.words[option as Option] = value;
    if (option === 'player') group.label = label;
    groups.set(label.toLowerCase(), group);
  }
  return groups;
}

function toProvider(label: string, words: Words, options: ParseOptions): EmbedProvider {
  if (words.player === undefined)
    fail(`has options for ${label} but not its player, as in ${label}=https://player.example/embed/{id}`);
  const pattern = toPattern(label, words.id ?? USUAL_ID);
  return {
    label,
    player: toForm(label, words.player, options),
    watch: words.watch === undefined ? undefined : toForm(`${label}.watch`, words.watch, options),
    oembedEndpoint: words.oembed === undefined ? undefined : toEndpoint(label, words.oembed, options),
    isId: (text) => SAFE_ID.test(text) && pattern.test(text),
  };
}

function toForm(name: string, text: string, options: ParseOptions): AddressForm {
  try {
    const form = parseAddressForm(text);
    requirePlace(new URL(form.origin), options);
    return form;
  } catch (error) {
    return fail(`is invalid: ${name}'s address "${text}" ${(error as Error).message}`);
  }
}

function toEndpoint(label: string, text: string, options: ParseOptions): URL {
  try {
    const url = URL.parse(text);
    if (!url || !/^https?:$/.test(url.protocol)) throw new Error('is not an https address');
    if (url.username !== '' || url.password !== '') throw new Error('holds a user name or a password');
    requirePlace(url, options);
    return url;
  } catch (error) {
    return fail(`is invalid: ${label}.oembed's address "${text}" ${(error as Error).message}`);
  }
}

/** A frame from our own origin could remove its sandbox. */
function requirePlace({ protocol, hostname, port: given }: URL, { mayBePlain, isOwn }: ParseOptions): void {
  const port = Number(given || (protocol === 'https:' ? 443 : 80));
  if (protocol !== 'https:' && !mayBePlain(hostname, port))
    throw new Error(
      'must begin with https:// (plain http only for hosts on this machine that OUTBOUND_ALLOW names)',
    );
  if (isOwn(hostname, port)) throw new Error('belongs to this site; a player must be on another host');
}

function toPattern(label: string, text: string): RegExp {
  try {
    return new RegExp(`^(?:${text})$`, 'u');
  } catch {
    return fail(`is invalid: ${label}.id "${text}" is not a regular expression, as in [0-9]{1,12}`);
  }
}

/** Such an address could belong to either. */
function refuseSameForm(one: EmbedProvider, other: EmbedProvider): void {
  const taken = [other.player.text, other.watch?.text];
  for (const form of [one.player, one.watch])
    if (form && taken.includes(form.text)) fail(`gives ${other.label} and ${one.label} the same address`);
}

function cutAt(text: string, mark: string): [string, string | undefined] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

function fail(rest: string): never {
  throw new Error(`EMBED_PROVIDERS ${rest}.`);
}
