import { ScanSearch } from 'lucide-react';
import type { PageLink } from '../admin-page.ts';

export default { group: 'Site', label: 'Search engines', icon: ScanSearch } satisfies PageLink;
