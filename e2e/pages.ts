import type { Awkward } from './awkward-data.ts';

/** An address of each kind of page, by the name of its picture; packages/web/test/forms.e2e.ts has the forms. */
export function pagesOf(awkward: Awkward): Record<string, string> {
  return {
    home: '/',
    'search-none': '/?search=zzzzqqqq',
    video: `/video/${awkward.thousand}`,
    'video-long-title': `/video/${awkward.long}`,
    'video-missing': '/video/no-such-video',
    category: '/category/odd-shapes',
    keyword: '/de/ruhige-muster',
    'legal-terms': '/legal/terms',
    contact: '/contact',
    help: '/help',
    'dmca-submit': '/dmca/submit',
    terms: '/terms',
    transparency: '/transparency',
    library: '/library',
    topics: '/topics',
  };
}
