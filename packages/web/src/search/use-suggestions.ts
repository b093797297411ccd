import type { Client, Suggestion } from '@vesper/contract';
import { useEffect, useState } from 'react';

/** How long typing must pause before suggestions are asked for. */
const PAUSE_MS = 120;
const MOST_KEPT = 50;

interface Answered {
  text: string;
  suggestions: readonly Suggestion[];
}

const NONE: Answered = { text: '', suggestions: [] };

const known = new Map<string, Answered>();

/** The suggestions for a typed text; until they arrive, those from before. A failure leaves none. */
export function useSuggestions(client: Client, typed: string): readonly Suggestion[] {
  const text = typed.trim();
  const [answered, setAnswered] = useState(NONE);
  useEffect(() => {
    const here = text === '' ? NONE : known.get(text);
    if (here) {
      setAnswered(here);
      return;
    }
    let isWanted = true;
    const timer = setTimeout(async () => {
      const answer = await ask(client, text);
      if (isWanted) setAnswered(answer);
    }, PAUSE_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [client, text]);
  return text === '' ? NONE.suggestions : answered.suggestions;
}

async function ask(client: Client, text: string): Promise<Answered> {
  const language = navigator.language.toLowerCase();
  try {
    const { suggestions } = await client.searches.suggest(
      language.startsWith('en') ? { text } : { text, language },
    );
    const answer = { text, suggestions };
    if (known.size >= MOST_KEPT) known.clear();
    known.set(text, answer);
    return answer;
  } catch {
    return { text, suggestions: [] };
  }
}
