import type { PageLinks } from '@vesper/web/admin/pages/index.ts';
import { Download } from 'lucide-react';

export default {
  jobs: { group: 'Sources and imports', label: 'Jobs', icon: Download, place: 140, needs: ['ingest'] },
} satisfies PageLinks;
