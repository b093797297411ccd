import { pageHref } from '@vesper/contract';
import type { ShownOnCard } from '../data/packed-list.ts';

/** Reads a served `VideoCard` or `VideoRow`, before React changes it. */
export function readCard(root: ParentNode, id: string): ShownOnCard | undefined {
  const card = root.querySelector(`a[href="${CSS.escape(pageHref.video(id))}"]`)?.closest('article');
  if (!card) return undefined;
  const attribute = (selector: string, name: string) => card.querySelector(selector)?.getAttribute(name);
  const description = card.querySelector('p[dir]')?.textContent;
  const lang = attribute('h3', 'lang');
  const because = card.querySelector('a p + p')?.textContent;
  return {
    title: card.querySelector('h3')?.textContent ?? '',
    thumbnailUrl: attribute('picture > img', 'src') ?? '',
    placeholder: attribute('[data-thumbnail] > img', 'src') ?? null,
    createdAt: attribute('time', 'datetime') ?? '',
    ...(description ? { description } : {}),
    ...(lang ? { lang } : {}),
    ...(because ? { because } : {}),
  };
}
