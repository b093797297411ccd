import { Globe } from 'lucide-react';
import type { PageLink } from '../admin-page.ts';

export default { group: 'Site', label: 'Domains', icon: Globe } satisfies PageLink;
