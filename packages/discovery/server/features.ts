import { feedsFeature } from './feeds/feature.ts';
import { indexNowFeature } from './index-now/feature.ts';
import { indexingFeature } from './indexing/feature.ts';
import { oembedFeature } from './oembed/feature.ts';
import { securityTextFeature } from './security-text/feature.ts';
import { sitemapsFeature } from './sitemaps/feature.ts';

export const discoveryFeatures = [
  feedsFeature,
  indexNowFeature,
  indexingFeature,
  oembedFeature,
  securityTextFeature,
  sitemapsFeature,
] as const;
