import type { PageLinks } from '@vesper/web/admin/pages/index.ts';
import { Globe, Settings } from 'lucide-react';

export default {
  domains: { group: 'Site', label: 'Domains', icon: Globe, place: 200, needs: ['site'] },
  settings: { group: 'Site', label: 'Settings', icon: Settings, place: 220, needs: ['site'] },
} satisfies PageLinks;
