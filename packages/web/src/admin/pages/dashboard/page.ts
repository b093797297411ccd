import { LayoutDashboard } from 'lucide-react';
import { adminPage } from '../admin-page.ts';

export default adminPage({
  link: { group: 'Overview', label: 'Dashboard', icon: LayoutDashboard },
  load: {
    dashboard: () => import('./dashboard-page.tsx'),
  },
});
