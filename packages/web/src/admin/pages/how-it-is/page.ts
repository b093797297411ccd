import { Activity } from 'lucide-react';
import type { PageLink } from '../admin-page.ts';

export default { group: 'Overview', label: 'How it is', icon: Activity } satisfies PageLink;
