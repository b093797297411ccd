import { Clapperboard } from 'lucide-react';
import { adminPage } from '../admin-page.ts';

export default adminPage({
  link: { group: 'Library', label: 'Videos', icon: Clapperboard },
  load: {
    videos: () => import('./videos-page.tsx'),
    video: () => import('./video-page.tsx'),
  },
});
