import type { PageLinks } from '@vesper/web/admin/pages/index.ts';
import { Activity, ChartLine, LayoutDashboard } from 'lucide-react';

export default {
  dashboard: { group: 'Overview', label: 'Dashboard', icon: LayoutDashboard, place: 10 },
  charts: { group: 'Overview', label: 'Charts', icon: ChartLine, place: 20 },
  howItIs: { group: 'Overview', label: 'Status', icon: Activity, place: 30 },
} satisfies PageLinks;
