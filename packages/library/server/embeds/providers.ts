/** A site whose player may run in frames on our pages. */
export interface EmbedProvider {
  /** As in the setting, for visitors. */
  label: string;
  player: AddressForm;
  /** The provider's page for the video. */
  watch: AddressForm | undefined;
  /** For a watch page (oEmbed, section 2.2). */
  oembedEndpoint: URL | undefined;
  /** Matches the whole id. */
  isId(text: string): boolean;
}

export interface EmbedRef {
  /** Lower case. */
  provider: string;
  id: string;
}

export interface EmbedFrame {
  label: string;
  playerUrl: string;
  /** The provider's page, else the player. */
  watchUrl: string;
  hostname: string;
}

/** EMBED_PROVIDERS: no other site's player may run in our pages. */
export type EmbedProviders = ReturnType<typeof createEmbedProviders>;

/** By lower-case name. */
export function createEmbedProviders(byName: ReadonlyMap<string, EmbedProvider>) {
  /** From a player or watch address. */
  function find(address: string): EmbedRef | undefined {
    const url = URL.parse(address.trim());
    if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
      return undefined;
    for (const [name, { player, watch, isId }] of byName) {
      const id = player.match(url) ?? watch?.match(url);
      if (id !== undefined && isId(id)) return { provider: name, id };
    }
    return undefined;
  }

  /** Undefined if the setting does not list the provider. */
  function frameOf({ provider, id }: EmbedRef): EmbedFrame | undefined {
    const found = byName.get(provider);
    if (!found?.isId(id)) return undefined;
    const { label, player, watch } = found;
    return {
      label,
      playerUrl: player.fill(id),
      watchUrl: (watch ?? player).fill(id),
      hostname: player.hostname,
    };
  }

  /** Undefined if the setting has no endpoint. */
  function oembedAddress({ provider, id }: EmbedRef): string | undefined {
    const found = byName.get(provider);
    if (!found?.oembedEndpoint || !found.isId(id)) return undefined;
    const url = new URL(found.oembedEndpoint);
    url.searchParams.set('url', (found.watch ?? found.player).fill(id));
    url.searchParams.set('format', 'json');
    return url.href;
  }

  const all = [...byName.values()];
  return {
    find,
    frameOf,
    oembedAddress,
    names: [...byName.keys()] as readonly string[],
    /** Of frames, without duplicates. */
    origins: [...new Set(all.map(({ player }) => player.origin))] as readonly string[],
    /** As in a URL. */
    hosts: new Set(
      all.flatMap(({ player, watch, oembedEndpoint }) =>
        [player.host, watch?.host, oembedEndpoint?.host].filter((host) => host !== undefined),
      ),
    ) as ReadonlySet<string>,
  };
}

/** Addresses that differ only in the video's id. */
export interface AddressForm {
  /** With `ID` in place of the id, to compare forms. */
  text: string;
  origin: string;
  /** With the port unless it is the default. */
  host: string;
  hostname: string;
  /** The id may hold only letters, digits and `_ - . ~`. */
  fill(id: string): string;
  /** The id, whatever the scheme, trailing slash and further parameters; undefined for other addresses. */
  match(url: URL): string | undefined;
}

const PLACEHOLDER = 'VESPER-VIDEO-ID';

/** From ".../embed/{id}" or ".../play?v={id}&mode=embed". Throws the end of the sentence "NAME's address ...". */
export function parseAddressForm(text: string): AddressForm {
  const parts = text.split('{id}');
  if (parts.length === 1) throw new Error('has no {id} in place of the video id');
  if (parts.length > 2) throw new Error('has more than one {id}');
  const url = URL.parse(parts.join(PLACEHOLDER));
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error('is not an https address');
  if (/[{}]/.test(parts.join(''))) throw new Error('has braces other than those of {id}');
  if (url.username !== '' || url.password !== '') throw new Error('holds a user name or a password');
  if (url.hash !== '') throw new Error('has a part after "#", which requests never include');
  const segment = segmentsOf(url).indexOf(PLACEHOLDER);
  const parameter = [...url.searchParams].find(([, value]) => value === PLACEHOLDER)?.[0];
  if (segment < 0 && parameter === undefined)
    throw new Error('must have {id} as a whole part of its path or as the whole value of a parameter');
  const find = segment >= 0 ? inPath(url, segment) : inQuery(url, parameter ?? '');
  return {
    text: url.href.replace(PLACEHOLDER, 'ID'),
    origin: url.origin,
    host: url.host,
    hostname: url.hostname,
    fill: (id) => url.href.replace(PLACEHOLDER, () => id),
    match: (candidate) =>
      candidate.host === url.host && agrees(candidate, url, parameter) ? find(candidate) : undefined,
  };
}

function inPath(form: URL, place: number): (candidate: URL) => string | undefined {
  const wanted = segmentsOf(form);
  return (candidate) => {
    const given = segmentsOf(candidate);
    const fits = given.length === wanted.length && given.every((one, n) => n === place || one === wanted[n]);
    return fits ? given[place] : undefined;
  };
}

function inQuery(form: URL, parameter: string): (candidate: URL) => string | undefined {
  const path = segmentsOf(form).join('/');
  return (candidate) => {
    const values = candidate.searchParams.getAll(parameter);
    return segmentsOf(candidate).join('/') === path && values.length === 1 ? values[0] : undefined;
  };
}

/** Fixed parameters may be missing, but not different. */
function agrees(candidate: URL, form: URL, except: string | undefined): boolean {
  return [...form.searchParams].every(
    ([name, value]) => name === except || (candidate.searchParams.get(name) ?? value) === value,
  );
}

function segmentsOf({ pathname }: URL): string[] {
  return pathname.replace(/\/$/, '').split('/');
}
