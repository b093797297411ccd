import { ChartLine } from 'lucide-react';
import type { PageLink } from '../admin-page.ts';

export default { group: 'Overview', label: 'Charts', icon: ChartLine } satisfies PageLink;
