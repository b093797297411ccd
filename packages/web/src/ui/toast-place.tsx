import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { currentToast, onToastChange, type ToastEntry } from './toast-store.ts';

type Toaster = ComponentType<{ toast: ToastEntry | undefined }>;

/** Where toasts appear. The part that shows them is fetched with the first one, and never by the server. */
export function ToastPlace() {
  const toast = useSyncExternalStore(onToastChange, currentToast, () => undefined);
  const [Toaster, setToaster] = useState<Toaster>();
  const isWanted = toast !== undefined;
  useEffect(() => {
    if (isWanted) void import('./toaster.tsx').then((module) => setToaster(() => module.Toaster));
  }, [isWanted]);
  return Toaster && <Toaster toast={toast} />;
}
