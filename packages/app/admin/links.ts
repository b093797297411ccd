import type { PageLinks } from '@vesper/web/admin/pages/index.ts';
import { Activity, ChartLine, LayoutDashboard } from 'lucide-react';

export default {
  dashboard: { group: 'Overview', label: 'Dashboard', icon: LayoutDashboard, place: 10, needs: [] },
  charts: { group: 'Overview', label: 'Charts', icon: ChartLine, place: 20, needs: ['catalogue'] },
  howItIs: { group: 'Overview', label: 'Status', icon: Activity, place: 30, needs: ['site'] },
} satisfies PageLinks;
