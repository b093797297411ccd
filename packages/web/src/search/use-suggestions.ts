import type { Client, Suggestion } from '@vesper/contract';
import { useEffect, useState } from 'react';

/** How long typing must pause before suggestions are asked for. */
const PAUSE_MS = 120;
const NONE: readonly Suggestion[] = [];

/**
 * The suggestions for a typed text; until they arrive, those from before. A failure leaves none. None is kept here: the
 * browser keeps an answer for seconds, and what is taken down must go from an open tab too.
 */
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
