import { Scale } from 'lucide-react';
import type { PageLink } from '../admin-page.ts';

export default { group: 'Library', label: 'DMCA requests', icon: Scale } satisfies PageLink;
