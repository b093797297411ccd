import { FileClock } from 'lucide-react';
import type { PageLink } from '../admin-page.ts';

export default { group: 'Access', label: 'Audit log', icon: FileClock } satisfies PageLink;
