import { cutTo, pageHref, SEARCH_LENGTH } from '@vesper/contract';
import { useEffect, useRef, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { Browse } from '../../ui/filter/browse.ts';

const PAUSE_MS = 300;

/** A history entry that further typing may replace. */
interface TypingState {
  isTyping?: boolean;
}

/**
 * The first letters add a history entry, further ones replace it, submitting makes it final: Back leaves the search.
 */
export function useSearchTyping({ search: term = '', exact: _exact, ...filters }: Browse) {
  const [text, setText] = useState(term);
  const timer = useRef<number>(undefined);
  const sent = useRef(term);
  const kept = useRef(filters);
  useEffect(() => {
    // Filters may change while the timer runs.
    kept.current = filters;
  });

  useEffect(() => {
    // The address changed by Back or a link: the box follows.
    if (sent.current === term) return;
    sent.current = term;
    window.clearTimeout(timer.current);
    setText(term);
  }, [term]);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const send = (typed: string, isTyping: boolean) => {
    const next = typed.trim() && cutTo(SEARCH_LENGTH, typed);
    window.clearTimeout(timer.current);
    const wasTyping = (history.state as TypingState | null)?.isTyping === true;
    if (sent.current === next && (isTyping || !wasTyping)) return;
    sent.current = next;
    navigate(pageHref.home({ ...kept.current, search: next }), {
      replace: wasTyping,
      state: isTyping ? { isTyping } : null,
    });
  };
  return {
    text,
    type: (next: string) => {
      setText(next);
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => send(next, true), PAUSE_MS);
    },
    submit: () => send(text, false),
    clear: () => {
      setText('');
      send('', false);
    },
  };
}
