import {
  type Client,
  HIDDEN_REASONS,
  VIDEO_KINDS,
  VIDEO_PROBLEMS,
  VIDEO_STATUSES,
  type VideoFilter,
  WITHOUT_SOURCE,
} from '@vesper/contract';
import { nameOf, type Opening, pairsOf } from './page-openings.ts';
import type { Subject } from './subject.ts';

/** The page of videos: with each filter, with each pair of them, and with some three; the second page, and one far down. */
export function videoOpenings(subject: Subject): Opening[] {
  const singles = singleFilters(subject);
  const searches = [
    { search: `${subject.commonWord} ${subject.rareWord}` },
    { search: subject.video },
    { search: subject.address },
  ];
  const filters = [{}, ...singles, ...searches, ...pairsOf<VideoFilter>(singles), ...triples(subject)];
  return filters.flatMap((filter) => [opening(filter), opening(filter, subject.videoKey)]);
}

function opening(filter: VideoFilter, before?: string): Opening {
  return {
    name: `${nameOf(filter)}${before === undefined ? '' : ', far down'}`,
    calls: [
      (client: Client) => client.catalogue.counts(),
      (client: Client) => client.catalogue.total(filter),
      (client: Client) => client.sources.list(),
      (client: Client) => client.categories.list(),
      (client: Client) => client.catalogue.list({ ...filter, ...(before === undefined ? {} : { before }) }),
      (client: Client) => client.catalogue.bulkActs({ limit: 10 }),
    ],
  };
}

function singleFilters(subject: Subject): VideoFilter[] {
  return [
    ...VIDEO_STATUSES.map((status) => ({ status })),
    ...HIDDEN_REASONS.map((reason) => ({ reason })),
    ...VIDEO_KINDS.map((kind) => ({ kind })),
    ...VIDEO_PROBLEMS.map((problem) => ({ problem })),
    ...[subject.largeSource, subject.smallSource, WITHOUT_SOURCE].map((sourceId) => ({ sourceId })),
    ...[subject.commonCategory, subject.rareCategory].map((category) => ({ category })),
    ...[subject.commonTag, subject.rareTag, '!!!'].map((tag) => ({ tag })),
    ...[subject.commonWord, subject.rareWord, 'xyzzy'].map((search) => ({ search })),
  ];
}

/** What is common each for itself and never comes together. */
function triples({
  commonTag,
  commonWord,
  commonCategory,
  largeSource,
  smallSource,
}: Subject): VideoFilter[] {
  return [
    { search: commonWord, tag: commonTag, status: 'removed' },
    { search: commonWord, tag: commonTag, reason: 'takedown' },
    { search: commonWord, category: commonCategory, problem: 'no_duration' },
    { status: 'published', kind: 'embed', sourceId: smallSource },
    { status: 'hidden', kind: 'embed', category: commonCategory },
    { status: 'published', problem: 'no_renditions', sourceId: largeSource },
    { tag: commonTag, problem: 'no_picture', kind: 'remote' },
  ];
}
