import { Clapperboard } from 'lucide-react';
import type { PageLink } from '../admin-page.ts';

export default { group: 'Library', label: 'Videos', icon: Clapperboard } satisfies PageLink;
