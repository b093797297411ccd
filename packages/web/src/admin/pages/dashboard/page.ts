import { LayoutDashboard } from 'lucide-react';
import type { PageLink } from '../admin-page.ts';

export default { group: 'Overview', label: 'Dashboard', icon: LayoutDashboard } satisfies PageLink;
