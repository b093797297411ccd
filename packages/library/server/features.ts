import { embedsFeature } from './embeds/feature.ts';
import { mediaFeature } from './media/feature.ts';
import { oldAddressesFeature } from './old-addresses/feature.ts';
import { refusalsFeature } from './refusals/feature.ts';
import { searchFeature } from './search/feature.ts';
import { topicsFeature } from './topics/feature.ts';
import { videosFeature } from './videos/feature.ts';
import { viewsFeature } from './views/feature.ts';

export const libraryFeatures = [
  embedsFeature,
  mediaFeature,
  refusalsFeature,
  searchFeature,
  topicsFeature,
  videosFeature,
  viewsFeature,
  oldAddressesFeature,
] as const;
