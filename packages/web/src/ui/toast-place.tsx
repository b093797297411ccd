import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { closeToast, currentToast, onToastChange, TOAST_MS, type ToastEntry } from './toast-store.ts';

type Toaster = ComponentType<{ toast: ToastEntry | undefined }>;

/** Parts that are about to show a toast call it ahead of time. */
export function loadToaster(): Promise<Toaster> {
  return import('./toaster.tsx').then(
    ({ Toaster }) => Toaster,
    () => PlainToast,
  );
}

/** The toaster is loaded with the first toast. */
export function ToastPlace() {
  const toast = useSyncExternalStore(onToastChange, currentToast, () => undefined);
  const [Toaster, setToaster] = useState<Toaster>();
  const isWanted = toast !== undefined;
  useEffect(() => {
    if (isWanted) void loadToaster().then((part) => setToaster(() => part));
  }, [isWanted]);
  return Toaster && <Toaster toast={toast} />;
}

/** For a visitor whose connection was lost before the toaster loaded. */
function PlainToast({ toast }: { toast: ToastEntry | undefined }) {
  const id = toast?.id ?? 0;
  useEffect(() => {
    const timer = setTimeout(closeToast, TOAST_MS, id);
    return () => clearTimeout(timer);
  }, [id]);
  return (
    <p role="status" className="fixed inset-x-0 bottom-0 z-50 bg-raised p-4 text-sm empty:hidden">
      {toast?.isOpen && `${toast.title} ${toast.description ?? ''}`}
    </p>
  );
}
