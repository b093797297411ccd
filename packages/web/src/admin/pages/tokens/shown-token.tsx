import type { CreatedToken } from '@vesper/contract';
import { Copy } from 'lucide-react';
import { copyText } from '../../../ui/copy-text.ts';
import { showToast } from '../../../ui/toast-store.ts';
import { Button } from '../../ui/button.tsx';
import { DialogButtons } from '../../ui/dialog/dialog.tsx';

/** The token, shown only once. */
export function ShownToken({ created, onClose }: { created: CreatedToken; onClose: () => void }) {
  const copy = async () => {
    const isCopied = await copyText(created.token);
    showToast(
      isCopied
        ? { title: 'Token copied' }
        : { title: 'Error', description: 'Please select the token and copy it.', tone: 'destructive' },
    );
  };
  return (
    <>
      <p className="text-sm text-muted">
        Store it where your program keeps its secrets. It is shown only once; if you lose it, make another.
      </p>
      <output
        aria-label="The token"
        className="block rounded-lg border border-line bg-panel p-3 font-mono text-sm break-all select-all"
      >
        {created.token}
      </output>
      <DialogButtons>
        <Button icon={Copy} onClick={() => void copy()}>
          Copy
        </Button>
        <Button look="primary" onClick={onClose}>
          I have saved it
        </Button>
      </DialogButtons>
    </>
  );
}
