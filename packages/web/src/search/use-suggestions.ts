import type { Client, Suggestion } from '@vesper/contract';
import { useEffect, useState } from 'react';

const PAUSE_MS = 120;
const NONE: readonly Suggestion[] = [];

/** The previous ones stay until new ones arrive. Not cached: takedowns must reach open tabs too. */
export function useSuggestions(client: Client, typed: string): readonly Suggestion[] {
  const text = typed.trim();
  const [suggestions, setSuggestions] = useState(NONE);
  useEffect(() => {
    if (text === '') {
      setSuggestions(NONE);
      return;
    }
    let isWanted = true;
    const timer = setTimeout(async () => {
      const answer = await ask(client, text);
      if (isWanted) setSuggestions(answer);
    }, PAUSE_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [client, text]);
  return text === '' ? NONE : suggestions;
}

async function ask(client: Client, text: string): Promise<readonly Suggestion[]> {
  const language = navigator.language.toLowerCase();
  try {
    const { suggestions } = await client.searches.suggest(
      language.startsWith('en') ? { text } : { text, language },
    );
    return suggestions;
  } catch {
    return NONE;
  }
}
