import { defineFeature } from '@vesper/core/feature.ts';
import { mountOembed, type OembedDeps } from './serve.ts';

export const oembedFeature = defineFeature({
  room: 'discovery/oembed',
  mount: (app, parts: OembedDeps) => mountOembed(app, parts),
});
