import type { PageLinks } from '@vesper/web/admin/pages/index.ts';
import { Upload } from 'lucide-react';

export default {
  uploads: { group: 'Sources and imports', label: 'Uploads', icon: Upload, place: 125, needs: ['ingest'] },
} satisfies PageLinks;
