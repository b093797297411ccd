import type { PageLinks } from '@vesper/web/admin/pages/index.ts';
import { Clapperboard, Copy, FolderInput } from 'lucide-react';

export default {
  videos: { group: 'Library', label: 'Videos', icon: Clapperboard, place: 40, needs: ['catalogue'] },
  duplicates: { group: 'Library', label: 'Duplicates', icon: Copy, place: 50, needs: ['catalogue'] },
  moveIns: {
    group: 'Sources and imports',
    label: 'Imports',
    icon: FolderInput,
    place: 130,
    needs: ['ingest'],
  },
} satisfies PageLinks;
