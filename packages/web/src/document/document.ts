import { brandMarkSvg, brandPath, markupText, type ShownDomain, SURFACES } from '@vesper/contract';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { AgeGate } from '../age-gate/age-gate.tsx';
import { FIRST_PAINT_SCRIPT } from '../age-gate/first-paint.ts';
import type { HeadTag } from '../head/head.ts';
import { headHtml } from '../head/write-head.ts';
import { controlStyles } from '../player/controls/control-styles.ts';
import { SiteFooter } from '../shell/site-footer.tsx';
import { themeCss } from '../theme/theme-css.ts';
import type { AdminAssets, Assets } from './assets.ts';
import { policyHash } from './policy-hash.ts';
import { unscriptedPictures } from './unscripted-pictures.ts';

interface DocumentParts {
  config: ShownDomain;
  head: HeadTag[];
  lang: string;
  body: string;
  /** As `saveAnswers` writes them. */
  state: string;
  assets: Assets;
  page: string;
  /** Shown without the age gate. */
  isOpen: boolean;
  /** For a search engine, which cannot answer the gate. */
  isForEngine: boolean;
}

export interface RenderedDocument {
  html: string;
  /** For script-src and style-src, quotes included: `'sha256-…'`. */
  cspScriptHashes: string[];
  cspStyleHashes: string[];
}

const CONFIRMED = 'data-age="confirmed"';

/** The same for every visitor of a domain. Search engines get it without the age gate. */
export function renderDocument(parts: DocumentParts): RenderedDocument {
  const { config, head, body, state, lang, isOpen, isForEngine } = parts;
  const unscripted = unscriptedPictures(body);
  const frame = frameOf(config);
  const attributes = isOpen ? 'data-open' : isForEngine ? CONFIRMED : '';
  const start = lang === 'en' && attributes === '' ? frame.start : documentHead(config, { lang, attributes });
  const html = `${start}
<link rel="apple-touch-icon" href="${iconHref(config, 'apple-touch-icon.png')}">
<link rel="manifest" href="/site.webmanifest">
${assetTags(parts)}
${headHtml(head)}
${unscripted && `<noscript><style>${unscripted}</style></noscript>\n`}</head>
<body>
${frame.ageGate}
<div id="root">${body}</div>
${documentEnd(frame.footer, state)}`;
  const { cspScriptHashes, cspStyleHashes } = policyHashes(config);
  return {
    html,
    cspScriptHashes,
    cspStyleHashes: unscripted ? [...cspStyleHashes, policyHash(unscripted)] : cspStyleHashes,
  };
}

/** The same for everyone, without an age gate: its script renders everything. */
export function renderAdminDocument(config: ShownDomain, state: string, assets: AdminAssets): string {
  return `${documentHead(config, { attributes: CONFIRMED })}
<title>${markupText(`Back office - ${config.siteName}`)}</title>
<meta name="robots" content="noindex,nofollow">
${styleTags(assets)}
${scriptTags(assets)}
</head>
<body>
<div id="root"></div>
<noscript>The back office needs JavaScript.</noscript>
${documentEnd(frameOf(config).footer, state)}`;
}

const frameOf = onceForEach((config: ShownDomain) => ({
  start: documentHead(config),
  ageGate: renderToStaticMarkup(createElement(AgeGate, { config })),
  footer: renderToStaticMarkup(createElement(SiteFooter, { config })),
}));

function documentHead(config: ShownDomain, { attributes = '', lang = 'en' } = {}): string {
  const theme = config.theme.default;
  return `<!doctype html>
<html lang="${markupText(lang)}" data-theme="${theme}" data-theme-default="${theme}"${attributes && ` ${attributes}`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="theme-color" content="${SURFACES[theme].ground}">
${iconLink(config)}
<script>${FIRST_PAINT_SCRIPT}</script>
<style>${themeCss(config.theme)}</style>`;
}

function documentEnd(footer: string, state: string): string {
  return `${footer}
<script id="state" type="application/json">${state}</script>
</body>
</html>
`;
}

/** The site's mark is inline, to save a request. */
function iconLink(config: ShownDomain): string {
  if (config.icon)
    return `<link rel="icon" type="image/png" sizes="192x192" href="${iconHref(config, 'icon-192.png')}">`;
  const mark = `data:image/svg+xml,${encodeURIComponent(brandMarkSvg(config.theme))}`;
  return `<link rel="icon" type="image/svg+xml" href="${markupText(mark)}">`;
}

function iconHref({ icon }: ShownDomain, name: string): string {
  return markupText(icon ? brandPath(icon, name) : `/${name}`);
}

/** On every page: navigating to a video keeps the first page's policy. */
const CONTROL_STYLE_HASHES = controlStyles().map(policyHash);

/** What the policy allows besides 'self', quotes included. */
export const policyHashes = onceForEach((config: ShownDomain) => ({
  cspScriptHashes: [policyHash(FIRST_PAINT_SCRIPT)],
  cspStyleHashes: [policyHash(themeCss(config.theme)), ...CONTROL_STYLE_HASHES],
}));

/** Keyed by the configuration object, which the server keeps for some seconds. */
function onceForEach<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, Value>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}

/** Pages work without scripts, so what is visible loads first. */
function assetTags({ assets, page }: DocumentParts): string {
  const { preloads, pages } = assets;
  return [
    styleTags(assets),
    ...[...preloads, ...(pages[page] ?? [])].map(
      (href) => `<link rel="modulepreload" fetchpriority="low" href="${markupText(href)}">`,
    ),
    scriptTags(assets),
  ].join('\n');
}

function styleTags({ styles }: Pick<Assets, 'styles'>): string {
  return styles.map((href) => `<link rel="stylesheet" href="${markupText(href)}">`).join('\n');
}

function scriptTags({ scripts }: Pick<Assets, 'scripts'>): string {
  return scripts
    .map((src) => `<script type="module" fetchpriority="low" src="${markupText(src)}"></script>`)
    .join('\n');
}
