import { ScanSearch } from 'lucide-react';
import type { PageLink } from '../admin-page.ts';

export default { group: 'Words', label: 'Searches', icon: ScanSearch } satisfies PageLink;
