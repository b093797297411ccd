import { X } from 'lucide-react';
import * as Toast from 'radix-ui/toast';
import { closeToast, TOAST_MS, type ToastEntry } from './toast-store.ts';

const SWIPE_PX = 50;
const HOTKEY = ['F8'];

export function Toaster({ toast }: { toast: ToastEntry | undefined }) {
  return (
    <Toast.Provider duration={TOAST_MS} swipeDirection="right" swipeThreshold={SWIPE_PX}>
      {toast && (
        <Toast.Root
          key={toast.id}
          open={toast.isOpen}
          onOpenChange={(isOpen) => {
            if (!isOpen) closeToast(toast.id);
          }}
          data-tone={toast.tone}
          className="toast flex items-start gap-3 rounded-xl border border-line bg-raised p-4 text-text shadow-lg data-[tone=destructive]:border-danger data-[tone=destructive]:bg-[color-mix(in_oklab,var(--danger)_12%,var(--ground))]"
        >
          <div className="min-w-0 flex-1">
            <Toast.Title className="text-sm font-semibold">{toast.title}</Toast.Title>
            {toast.description && (
              <Toast.Description className="mt-0.5 text-sm break-words text-muted">
                {toast.description}
              </Toast.Description>
            )}
          </div>
          {toast.action && (
            <Toast.Action
              altText={toast.action.label}
              onClick={toast.action.run}
              className="min-h-11 shrink-0 rounded-lg border border-line px-3 text-sm font-semibold hover:bg-panel"
            >
              {toast.action.label}
            </Toast.Action>
          )}
          <Toast.Close
            aria-label="Close"
            className="-m-2 grid size-11 shrink-0 place-items-center rounded-lg text-muted hover:text-text"
          >
            <X aria-hidden className="size-4" />
          </Toast.Close>
        </Toast.Root>
      )}
      <Toast.Viewport
        hotkey={HOTKEY}
        className="fixed right-0 bottom-0 z-50 w-full p-4 outline-none md:max-w-[420px]"
      />
    </Toast.Provider>
  );
}
