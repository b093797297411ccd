import type { PageLinks } from '@vesper/web/admin/pages/index.ts';
import { Ban, Radar, Rss } from 'lucide-react';

export default {
  blockList: { group: 'Library', label: 'Block list', icon: Ban, place: 100, needs: ['takedowns'] },
  sources: { group: 'Sources and imports', label: 'Sources', icon: Rss, place: 110, needs: ['ingest'] },
  crawler: {
    group: 'Sources and imports',
    label: 'Crawler runs',
    icon: Radar,
    place: 120,
    needs: ['ingest'],
  },
} satisfies PageLinks;
