import {
  type Client,
  type DomainConfig,
  frameAncestors,
  markupText,
  pageHref,
  type Video,
} from '@vesper/contract';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { AGE_KEY } from '../../age-gate/first-paint.ts';
import { Answers } from '../../data/answers.ts';
import { videoQuery } from '../../data/catalogue-queries.ts';
import { escapeForScript } from '../../data/saved-answers.ts';
import { wasThere } from '../../data/was-there.ts';
import type { EmbedAssets } from '../../document/assets.ts';
import { policyHash } from '../../document/policy-hash.ts';
import { canonicalOrigin, RTA_LABEL, templatedTitle } from '../../head/head.ts';
import { THEME_KEY } from '../../theme/theme-choice.ts';
import { themeCss } from '../../theme/theme-css.ts';
import { embedData } from './embed-data.ts';
import { EmbedPage, MissingEmbed } from './embed-page.tsx';

interface EmbedRequest {
  id: string;
  origin: string;
  client: Client;
  assets: EmbedAssets;
}

/** Status 200, 404, 410 for a video that is gone, or 301 for one that was merged into another. */
export async function renderEmbed({ id, origin, client, assets }: EmbedRequest) {
  const config = await client.domains.config();
  const video = await new Answers().fetch(videoQuery(client, id));
  const moved = video !== null && video.id !== id;
  const isGone = video === null && (await wasThere(client, { page: 'video', id })).gone;
  return {
    status: video ? (moved ? 301 : 200) : isGone ? 410 : 404,
    ...(moved ? { location: pageHref.embed(video.id) } : {}),
    frameAncestors: frameAncestors(config.embedding),
    html: embedHtml({ video, config, origin, assets }),
    cspScriptHashes: [policyHash(EMBED_PAINT_SCRIPT)],
    cspStyleHashes: [policyHash(themeCss(config.theme))],
  };
}

interface EmbedParts extends Pick<EmbedRequest, 'origin' | 'assets'> {
  video: Video | null;
  config: DomainConfig;
}

function embedHtml({ video, config, origin, assets }: EmbedParts): string {
  const theme = config.theme.default;
  const body = video ? createElement(EmbedPage, { video, config }) : createElement(MissingEmbed, { config });
  const address = video && canonicalOrigin(video.owner, origin) + pageHref.video(video.id);
  const canonical = address && `<link rel="canonical" href="${markupText(address)}">\n`;
  const data = video && embedData(video, config);
  return `<!doctype html>
<html lang="en" data-theme="${theme}" data-theme-default="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<script>${EMBED_PAINT_SCRIPT}</script>
<style>${themeCss(config.theme)}</style>
<link rel="stylesheet" href="${markupText(assets.style)}">
<script defer src="${markupText(assets.script)}"></script>
<title>${markupText(templatedTitle(config, video?.title ?? 'Video Not Found'))}</title>
<meta name="robots" content="noindex">
${canonical ?? ''}<meta name="rating" content="adult">
<meta name="rating" content="${RTA_LABEL}">
</head>
<body>
${renderToStaticMarkup(body)}
<script id="embed" type="application/json">${escapeForScript(JSON.stringify(data))}</script>
</body>
</html>
`;
}

/**
 * Before the first paint: theme and age gate. In another site's frame, storage is partitioned by both sites, or
 * absent.
 */
const EMBED_PAINT_SCRIPT = `(function(e){
var t,a;
try{t=localStorage.getItem('${THEME_KEY}');a=localStorage.getItem('${AGE_KEY}')}catch(_){}
e.dataset.js='';
e.dataset.theme=t==='light'||t==='dark'?t:e.dataset.themeDefault;
if(a==='1')e.dataset.age='confirmed'
})(document.documentElement)`;
