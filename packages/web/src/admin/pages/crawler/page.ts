import { Radar } from 'lucide-react';
import { adminPage } from '../admin-page.ts';

export default adminPage({
  link: { group: 'Intake', label: 'Crawler runs', icon: Radar },
  load: {
    crawler: () => import('./crawler-page.tsx'),
    crawlerRun: () => import('./crawler-run-page.tsx'),
  },
});
