import { defineFeature } from '../../kernel/feature.ts';

export const videosFeature = defineFeature({
  room: 'library/videos',
  tables: {
    catalogue_totals: { clearing: 'changes' },
    library: { clearing: 'changes' },
    list_buckets: { clearing: 'empties' },
    related_videos: { clearing: 'empties' },
    tag_totals: { clearing: 'empties' },
    uncopied_views: { clearing: 'empties' },
    video_count_changes: { clearing: 'changes' },
    video_counts: { clearing: 'changes' },
    video_facets: { clearing: 'empties' },
    video_redirects: { clearing: 'follows' },
    video_tags: { clearing: 'empties' },
    videos: { clearing: 'follows' },
  },
});
