import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../catalogue/random.ts';

/** What is away while a request is answered; an empty text while nothing is. */
export type Phase = string;

export interface Visitors {
  phase: Phase;
  /** By phase and answer, how often it came. */
  answers: Map<Phase, Map<string, number>>;
  leave(): Promise<void>;
}

const ANSWER_MS = 60_000;
const PAUSE_MS = 400;
const SENTENCE = /[A-Z][^<>{}]*(?:does not answer|temporarily unavailable|disk is full)[^<>{}]*\./;
const TRACE = /\bat .*\.(?:js|ts):\d+|node_modules/;

/** Many who open pages, lists and films at random until they are asked to leave. */
export function sendVisitors(url: string, paths: () => readonly string[], count: number): Visitors {
  const leaving = new AbortController();
  const visitors: Visitors = {
    phase: '',
    answers: new Map(),
    async leave() {
      leaving.abort();
      await all;
    },
  };
  async function visit(random: () => number): Promise<void> {
    while (!leaving.signal.aborted) {
      const choice = paths();
      const path = choice[Math.floor(random() * choice.length)] ?? '/';
      const before = visitors.phase;
      const answer = await ask(url, path);
      const { phase } = visitors;
      // What a change of phase falls into belongs to the fault.
      note(visitors.answers, before || phase, answer);
      await sleep(PAUSE_MS * 2 * random());
    }
  }
  const all = Promise.all(Array.from({ length: count }, (_, n) => visit(createRandom(n + 1))));
  return visitors;
}

async function ask(url: string, path: string): Promise<string> {
  const kind = path.startsWith('/media/') ? 'film' : path.startsWith('/api/') ? 'call' : 'page';
  try {
    const response = await fetch(url + path, {
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' },
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const text = await response.text();
    if (TRACE.test(text) && !response.ok) return `${kind}: a stack trace`;
    if (response.status !== 503)
      return `${kind}: ${response.status}${response.headers.has('age') ? ' kept' : ''}`;
    const isProper = SENTENCE.test(text) && response.headers.has('retry-after');
    return `${kind}: 503${isProper ? '' : ` without a sentence: ${text.slice(0, 200)}`}`;
  } catch (error) {
    return `${kind}: no answer (${(error as Error).name})`;
  }
}

function note(answers: Visitors['answers'], phase: Phase, answer: string): void {
  const ofPhase = answers.get(phase) ?? new Map<string, number>();
  answers.set(phase, ofPhase.set(answer, (ofPhase.get(answer) ?? 0) + 1));
}
