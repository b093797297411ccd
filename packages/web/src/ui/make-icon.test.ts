import { createLucideIcon } from 'lucide-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { makeIcon } from './make-icon.ts';

const node: [string, Record<string, string>][] = [
  ['rect', { width: '18', height: '18', x: '3', y: '3', rx: '2', key: 'a' }],
  ['path', { d: 'M7 3v18', key: 'b' }],
];

it.each<Record<string, unknown>>([
  {},
  { className: 'size-5 fill-current' },
  { 'aria-hidden': true, className: 'size-8', strokeWidth: 1.25 },
  { 'aria-hidden': true, slot: 'icon' },
])("writes what lucide writes for %o, so that the browser finds the server's elements", (props) => {
  for (const aliases of [[], ['former', { name: 'not-a-name' }]]) {
    const data = { name: 'two-words', size: 24, node, aliases };
    const html = (icon: Parameters<typeof createElement>[0]) =>
      renderToStaticMarkup(createElement(icon, props));
    expect(html(makeIcon(data))).toBe(html(createLucideIcon(data as never)));
  }
});
