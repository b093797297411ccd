import { routes } from '@vesper/contract';
import { createRandom, type Random } from '../catalogue/random.ts';
import type { SampleSearches } from '../catalogue/sample-searches.ts';
import { ask, call, FILM_BYTES, oneOf, type Visit, visitorsAgent } from '../visits.ts';

export interface VisitorsTask {
  url: string;
  /** Requests a second. */
  rate: number;
  videos: number;
  videoIds: readonly string[];
  /** Their slugs. */
  categories: readonly string[];
  searches: SampleSearches;
  /** Those of videos with a film of their own. */
  filmIds: readonly string[];
}

/** Of each kind of request how long the answered ones took, in milliseconds. */
export type Times = Map<string, number[]>;

export interface Visitors {
  /** What is asked from now on is timed here; what is asked before the first is not timed. */
  timeInto(times: Times): void;
  /** Resolves once every answer is there. Throws if one was an error. */
  leave(): Promise<void>;
}

const PAGE_SIZE = 24;
const MOST_SOCKETS = 256;

type Choose = (random: Random) => Omit<Visit, 'kind'>;

/**
 * Asks for one kind after the other, always as many a second however long the answers take: a site that falls behind is
 * asked all the same. Nothing that is asked changes a page.
 */
export async function startVisitors(task: VisitorsTask): Promise<Visitors> {
  const random = createRandom(7);
  const visitor = { url: task.url, agent: visitorsAgent(MOST_SOCKETS), random };
  const kinds = Object.entries(await kindsOf(task, visitor));
  let times: Times | undefined;
  const failures: string[] = [];
  const open = new Set<Promise<void>>();
  let asked = 0;

  async function visit(kind: string, choose: Choose): Promise<void> {
    const into = times;
    const chosen = choose(random);
    const askedAt = performance.now();
    try {
      const { status } = await ask(visitor, chosen);
      if (status >= 400) throw new Error(`${status} ${chosen.path}`);
      const ofKind = into?.get(kind) ?? [];
      into?.set(kind, ofKind);
      ofKind.push(performance.now() - askedAt);
    } catch (error) {
      failures.push(`${kind}: ${(error as Error).message}`);
    }
  }

  const timer = setInterval(() => {
    const [kind, choose] = kinds[asked % kinds.length] as [string, Choose];
    asked += 1;
    const answered = visit(kind, choose).finally(() => open.delete(answered));
    open.add(answered);
  }, 1000 / task.rate);
  return {
    timeInto(next) {
      times = next;
    },
    async leave() {
      clearInterval(timer);
      await Promise.all(open);
      visitor.agent.destroy();
      if (failures.length > 0)
        throw new Error(`${failures.length} requests failed:\n${failures.slice(0, 10).join('\n')}`);
    },
  };
}

async function kindsOf(
  { videos, videoIds, categories, searches, filmIds }: VisitorsTask,
  visitor: Parameters<typeof ask>[0],
): Promise<Record<string, Choose>> {
  const films: string[] = [];
  for (const id of filmIds) {
    const { body } = await ask(visitor, call('', routes.videos.get, id));
    films.push(JSON.parse(String(body)).videoUrl);
  }
  const page = (random: Random) => 1 + Math.floor((random() * videos) / PAGE_SIZE);
  const searchFor = (search: string) => new URLSearchParams({ search });
  return {
    home: () => ({ path: '/' }),
    'list page': (random) => ({ path: `/?page=${page(random)}` }),
    'category page': (random) => ({ path: `/category/${oneOf(categories, random)}` }),
    'video page': (random) => ({ path: `/video/${oneOf(videoIds, random)}` }),
    'search page, common word': () => ({ path: `/?${searchFor(searches.topWord)}` }),
    'search, rare words': (random) => ({
      path: `/api/videos?${searchFor(oneOf(searches.rareTitles, random))}`,
    }),
    list: (random) => ({ path: `/api/videos?page=${page(random)}&limit=${PAGE_SIZE}` }),
    'one video': (random) => call('', routes.videos.get, oneOf(videoIds, random)),
    'related videos': (random) => call('', routes.videos.related, oneOf(videoIds, random)),
    'part of a film': (random) => ({ path: oneOf(films, random), headers: { range: FILM_BYTES } }),
  };
}
