/** The calls of the video pages, for refetching. */
export const VIDEO_PATHS = {
  list: '/api/admin/videos',
  counts: '/api/admin/videos/counts',
  total: '/api/admin/videos/total',
  one: '/api/admin/videos/:id',
  acts: '/api/admin/bulk-acts',
} as const;

export const ALL_VIDEO_PATHS = Object.values(VIDEO_PATHS);
