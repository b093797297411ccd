import { defineFeature } from '@vesper/core/feature.ts';
import type { Handlers } from '@vesper/core/http/mount.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';

export const uploadsFeature = defineFeature({
  room: 'uploads/uploads',
  calls: (): { uploads: Handlers['uploads'] } => ({
    uploads: {
      list: async () => ({ uploads: [], next: null }),
      change: () => Promise.reject(new AppError('not_found', 'This upload does not exist.')),
    },
  }),
});
