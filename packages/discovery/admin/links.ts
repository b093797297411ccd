import type { PageLinks } from '@vesper/web/admin/pages/index.ts';
import { ScanSearch } from 'lucide-react';

export default {
  searchEngines: { group: 'Site', label: 'Search engines', icon: ScanSearch, place: 210, needs: ['site'] },
} satisfies PageLinks;
