import { ChartLine } from 'lucide-react';
import { adminPage } from '../admin-page.ts';

export default adminPage({
  link: { group: 'Overview', label: 'Charts', icon: ChartLine },
  load: {
    charts: () => import('./charts-page.tsx'),
  },
});
