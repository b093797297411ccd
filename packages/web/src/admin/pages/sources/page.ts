import { Rss } from 'lucide-react';
import { adminPage } from '../admin-page.ts';

export default adminPage({
  link: { group: 'Intake', label: 'Sources', icon: Rss },
  load: {
    sources: () => import('./sources-page.tsx'),
    source: () => import('./source-page.tsx'),
  },
});
