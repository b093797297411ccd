import type { PageLinks } from '@vesper/web/admin/pages/index.ts';
import { Languages, ScanSearch, TextSearch } from 'lucide-react';

export default {
  keywords: { group: 'SEO and languages', label: 'Keywords', icon: TextSearch, place: 150, needs: ['words'] },
  searches: { group: 'SEO and languages', label: 'Searches', icon: ScanSearch, place: 160, needs: ['words'] },
  languages: {
    group: 'SEO and languages',
    label: 'Languages',
    icon: Languages,
    place: 180,
    needs: ['words'],
  },
} satisfies PageLinks;
