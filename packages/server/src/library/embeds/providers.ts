import type { AddressForm } from './address-form.ts';

/** A site whose player may run in a frame on our pages. */
export interface EmbedProvider {
  /** As written in the setting and shown to visitors. */
  label: string;
  player: AddressForm;
  /** The provider's page for the video. */
  watch: AddressForm | undefined;
  /** The oEmbed endpoint for a watch page (oEmbed, section 2.2). */
  oembedEndpoint: URL | undefined;
  /** Matches the whole id. */
  isId(text: string): boolean;
}

/** An embedded video, as it is stored. */
export interface EmbedRef {
  /** The provider's name in lower case. */
  provider: string;
  id: string;
}

/** What a page needs to render an embedded video. */
export interface EmbedFrame {
  /** The provider's name for visitors. */
  label: string;
  playerUrl: string;
  /** The provider's page, or the player where the setting names no page. */
  watchUrl: string;
  hostname: string;
}

/** The parsed EMBED_PROVIDERS. No other site's player may run in our pages. */
export type EmbedProviders = ReturnType<typeof createEmbedProviders>;

/** @param byName the providers by lower-case name */
export function createEmbedProviders(byName: ReadonlyMap<string, EmbedProvider>) {
  /** The provider and id of a player or watch address. */
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

  /** Undefined if the setting does not list the provider (any more). */
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

  /** The video's oEmbed address; undefined where the setting names no endpoint. */
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
    /** Every host in the setting, as in a URL. */
    hosts: new Set(
      all.flatMap(({ player, watch, oembedEndpoint }) =>
        [player.host, watch?.host, oembedEndpoint?.host].filter((host) => host !== undefined),
      ),
    ) as ReadonlySet<string>,
  };
}
