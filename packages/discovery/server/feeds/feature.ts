import { defineFeature } from '@vesper/core/feature.ts';
import { type FeedParts, mountFeeds } from './feed-files.ts';

export const feedsFeature = defineFeature({
  room: 'discovery/feeds',
  mount: (app, parts: FeedParts) => mountFeeds(app, parts),
});
