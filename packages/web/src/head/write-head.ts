import { escapeForScript } from '../data/query-client.ts';
import type { HeadTag } from './head.ts';

/** Marks the elements that belong to the page shown now and go with it. */
const MARK = 'data-head';

/** Head elements as HTML. */
export function headHtml(tags: HeadTag[]): string {
  return tags.map(tagHtml).join('\n');
}

/** Puts these elements into the browser's document in place of the previous page's. */
export function replaceHead(tags: HeadTag[]): void {
  for (const element of document.head.querySelectorAll(`[${MARK}]`)) element.remove();
  document.head.append(...tags.map(tagElement));
}

/** Text as it may stand in an attribute or between tags. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function tagHtml({ name, attributes, text = '' }: HeadTag): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`);
  const opening = `<${name}${written.join('')} ${MARK}>`;
  if (name === 'script') return `${opening}${escapeForScript(text)}</script>`;
  return name === 'title' ? `${opening}${escapeHtml(text)}</title>` : opening;
}

function tagElement({ name, attributes, text = '' }: HeadTag): HTMLElement {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.setAttribute(MARK, '');
  element.textContent = text;
  return element;
}
