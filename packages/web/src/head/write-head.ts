import { markupText } from '@vesper/contract';
import { escapeForScript } from '../data/saved-answers.ts';
import type { HeadTag } from './head.ts';

/** Comments around the current page's elements. */
const BEGIN = 'page head';
const END = 'end of page head';

export function headHtml(tags: HeadTag[]): string {
  return [`<!--${BEGIN}-->`, ...tags.map(tagHtml), `<!--${END}-->`].join('\n');
}

/** Replaces the previous page's elements. */
export function replaceHead(tags: HeadTag[]): void {
  const end = comment(END);
  const elements = tags.map(tagElement);
  if (!end) return;
  for (let node = comment(BEGIN)?.nextSibling; node && node !== end; ) {
    const next: ChildNode | null = node.nextSibling;
    node.remove();
    node = next;
  }
  end.before(...elements);
}

function comment(text: string): ChildNode | undefined {
  return [...document.head.childNodes].find((node) => node instanceof Comment && node.data === text);
}

function tagHtml({ name, attributes, text = '' }: HeadTag): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${markupText(value)}"`);
  const opening = `<${name}${written.join('')}>`;
  if (name === 'script') return `${opening}${escapeForScript(text)}</script>`;
  return name === 'title' ? `${opening}${markupText(text)}</title>` : opening;
}

function tagElement({ name, attributes, text = '' }: HeadTag): HTMLElement {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
}
