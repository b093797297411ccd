import type { Awkward } from './awkward-data.ts';

/** An address of every page and every distinct state, by the name of its picture. */
export function pagesOf(awkward: Awkward): Record<string, string> {
  return {
    home: '/',
    'home-last-page': '/?page=9',
    'search-many': '/?search=numbered',
    'search-one': '/?search=upright+chart',
    'search-none': '/?search=zzzzqqqq',
    video: `/video/${awkward.thousand}`,
    'video-long-title': `/video/${awkward.long}`,
    'video-rtl-title': `/video/${awkward.rtl}`,
    'video-without-picture': `/video/${awkward.pictureless}`,
    'video-upright': `/video/${awkward.upright}`,
    'video-alone': `/video/${awkward.alone}`,
    'video-missing': '/video/no-such-video',
    category: '/category/odd-shapes',
    'category-empty': '/category/zero-videos',
    'category-missing': '/category/no-such-category',
    keyword: '/de/ruhige-muster',
    'keyword-empty': '/en/empty-patterns',
    'keyword-missing': '/en/no-such-keyword',
    'legal-terms': '/legal/terms',
    'legal-privacy': '/legal/privacy',
    'legal-dmca': '/legal/dmca',
    'legal-2257': '/legal/2257',
    contact: '/contact',
    help: '/help',
    dmca: '/dmca',
    'dmca-submit': '/dmca/submit',
    'privacy-policy': '/privacy-policy',
    terms: '/terms',
    library: '/library',
    topics: '/topics',
    'not-found': '/nowhere',
  };
}
