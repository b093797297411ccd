import type { Awkward } from './awkward-data.ts';

/** An address of every page and every distinct state, by the name of its picture. */
export function pagesOf(awkward: Awkward): Record<string, string> {
  return {
    home: '/',
    'search-many': '/?search=numbered',
    'search-none': '/?search=zzzzqqqq',
    video: `/video/${awkward.thousand}`,
    'video-long-title': `/video/${awkward.long}`,
    'video-upright': `/video/${awkward.upright}`,
    'video-missing': '/video/no-such-video',
    category: '/category/odd-shapes',
    'category-empty': '/category/zero-videos',
    keyword: '/de/ruhige-muster',
    'legal-terms': '/legal/terms',
    'legal-2257': '/legal/2257',
    contact: '/contact',
    help: '/help',
    dmca: '/dmca',
    'dmca-submit': '/dmca/submit',
    report: '/report',
    'report-form': '/report/intimate-image',
    'privacy-policy': '/privacy-policy',
    terms: '/terms',
    transparency: '/transparency',
    library: '/library',
    topics: '/topics',
    'not-found': '/nowhere',
  };
}
