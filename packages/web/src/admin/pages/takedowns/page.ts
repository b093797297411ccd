import { Scale } from 'lucide-react';
import { adminPage } from '../admin-page.ts';

export default adminPage({
  link: { group: 'Library', label: 'DMCA requests', icon: Scale },
  load: {
    takedowns: () => import('./takedowns-page.tsx'),
    takedown: () => import('./takedown-page.tsx'),
  },
});
