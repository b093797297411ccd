import type { AddressForm } from './address-form.ts';

/** A site whose player may be shown in a frame within our pages. */
export interface EmbedProvider {
  /** As the setting writes it, and visitors read it. */
  label: string;
  player: AddressForm;
  /** The page at the provider on which the video is shown. */
  watch: AddressForm | undefined;
  /** Answers what a watch page's video is: oEmbed, section 2.2 of its specification. */
  oembedEndpoint: URL | undefined;
  /** The whole of an id. */
  isId(text: string): boolean;
}

/** An embedded video, as it is stored. */
export interface EmbedRef {
  /** The provider's name in lower case. */
  provider: string;
  id: string;
}

/** What a page needs to show an embedded video. */
export interface EmbedFrame {
  /** The provider's name for visitors. */
  label: string;
  playerUrl: string;
  /** The page at the provider, or the player where the setting names none. */
  watchUrl: string;
  hostname: string;
}

/** The setting EMBED_PROVIDERS, read: which sites' players may stand in our pages. Nothing else may. */
export type EmbedProviders = ReturnType<typeof createEmbedProviders>;

/** @param byName the providers by their names in lower case */
export function createEmbedProviders(byName: ReadonlyMap<string, EmbedProvider>) {
  /** Whose player, or page, an address is. */
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

  /** Undefined of a provider that the setting does not list (any more). */
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

  /** Where the provider says in oEmbed what a video is; undefined where the setting names no such address. */
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
    /** The origins that frames may come from, each once. */
    origins: [...new Set(all.map(({ player }) => player.origin))] as readonly string[],
    /** Every host that the setting names, as in a URL. */
    hosts: new Set(
      all.flatMap(({ player, watch, oembedEndpoint }) =>
        [player.host, watch?.host, oembedEndpoint?.host].filter((host) => host !== undefined),
      ),
    ) as ReadonlySet<string>,
  };
}
