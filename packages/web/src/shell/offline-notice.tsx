import { CloudOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';

export function OfflineNotice() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status" className="offline-notice">
      {!isOnline && (
        <p className="flex items-center gap-2.5 rounded-xl border border-line bg-raised px-4 py-3 text-sm shadow-lg">
          <CloudOff aria-hidden className="size-4 shrink-0 text-muted" />
          You are offline. Pages that you have opened can still be read.
        </p>
      )}
    </div>
  );
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}
