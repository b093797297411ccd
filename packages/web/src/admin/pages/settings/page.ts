import { Settings } from 'lucide-react';
import type { PageLink } from '../admin-page.ts';

export default { group: 'Site', label: 'Settings', icon: Settings } satisfies PageLink;
