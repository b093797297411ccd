import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { setLive } from './live.ts';
import { type LiveMessage, SILENCE_MS } from './live-stream.ts';
import { hearChanges } from './live-tabs.ts';
import { createRefresher } from './refresh-changed.ts';
import { CHECK_KEY, useIsAdmin } from './session.ts';

/** Keeps the pages up to date: the server pushes changes; without it they poll. */
export function LiveUpdates() {
  const { isAdmin } = useIsAdmin();
  const cache = useQueryClient();
  useEffect(() => {
    if (!isAdmin) return;
    const stopping = new AbortController();
    const { refresh, refreshAll } = createRefresher(cache, stopping.signal);
    let silence: ReturnType<typeof setTimeout> | undefined;
    let wasBroken = false;
    const lose = () => {
      clearTimeout(silence);
      wasBroken = true;
      setLive(false);
      // The session may have ended; if so, that is the reason.
      void cache.invalidateQueries({ queryKey: CHECK_KEY });
    };
    const hear = (message: LiveMessage) => {
      if (message.kind === 'broken') return lose();
      clearTimeout(silence);
      silence = setTimeout(lose, SILENCE_MS);
      setLive(true);
      if (message.kind === 'ready' || wasBroken) refreshAll();
      else if (message.kind === 'changes') refresh(message.paths);
      wasBroken = false;
    };
    hearChanges(hear, stopping.signal);
    return () => {
      stopping.abort();
      clearTimeout(silence);
      setLive(false);
    };
  }, [isAdmin, cache]);
  return null;
}
