import { SourceError } from '../kernel/lib/outbound/source-error.ts';
import type { EmbedProviders } from '../library/embeds/index.ts';
import type { DescribedVideo } from './work.ts';

/** Provider and id, never HTML: of the source's player, or of the page if it is a provider's. */
export function findPlayer(
  embeds: EmbedProviders,
  embedUrl: string | undefined,
  pageUrl: string,
): Pick<DescribedVideo, 'mediaUrl' | 'embed'> {
  const embed = (embedUrl ? embeds.find(embedUrl) : undefined) ?? embeds.find(pageUrl);
  const frame = embed && embeds.frameOf(embed);
  if (frame) return { mediaUrl: frame.playerUrl, embed };
  throw new SourceError('no_video', whyNoPlayer(embeds, embedUrl));
}

/** Says what the operator can do. */
function whyNoPlayer({ hosts }: EmbedProviders, embedUrl: string | undefined): string {
  if (!embedUrl) return 'The page names no player to embed.';
  const url = URL.parse(embedUrl);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '')
    return 'The player that the page names has no https address, so it cannot be embedded.';
  const address = url.href.slice(0, 300);
  if (hosts.has(url.host))
    return `The player's address ${address} does not match the form in EMBED_PROVIDERS for ${url.host}.`;
  const name = url.hostname.replace(/[^a-z0-9]+/gi, '-').slice(0, 40);
  return `The player is at ${url.host}, which EMBED_PROVIDERS does not list: add it there, as in ${name}=https://${url.host}/embed/{id} (the address is ${address}).`;
}
