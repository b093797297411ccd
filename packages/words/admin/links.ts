import type { PageLinks } from '@vesper/web/admin/pages/index.ts';
import { Languages, ScanSearch, TextSearch } from 'lucide-react';

export default {
  keywords: { group: 'Words', label: 'Keywords', icon: TextSearch, place: 150 },
  searches: { group: 'Words', label: 'Searches', icon: ScanSearch, place: 160 },
  languages: { group: 'Words', label: 'Languages', icon: Languages, place: 180 },
} satisfies PageLinks;
