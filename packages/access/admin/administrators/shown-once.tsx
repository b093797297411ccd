import { Button } from '@vesper/web/admin/ui/button.tsx';
import { Dialog, DialogButtons } from '@vesper/web/admin/ui/dialog/dialog.tsx';
import { copyText } from '@vesper/web/ui/copy-text.ts';
import { Check, Copy } from 'lucide-react';
import { type ReactNode, useState } from 'react';

interface ShownOnceProps {
  title: string;
  lines: readonly string[] | undefined;
  about: ReactNode;
  onClose: () => void;
}

/** For a password or codes that the server does not keep. */
export function ShownOnce({ title, lines, about, onClose }: ShownOnceProps) {
  return (
    <Dialog title={title} isOpen={lines !== undefined} onClose={onClose}>
      <p className="text-sm text-pretty text-muted">{about}</p>
      <ul className="grid gap-x-6 gap-y-1 rounded-lg border border-line bg-panel p-4 font-mono text-sm break-all sm:grid-cols-2">
        {lines?.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <DialogButtons>
        <CopyButton text={lines?.join('\n') ?? ''} />
        <Button look="primary" onClick={onClose}>
          I have saved it
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

export function CopyButton({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <Button icon={isCopied ? Check : Copy} onClick={async () => setCopied(await copyText(text))}>
      {isCopied ? 'Copied' : 'Copy'}
    </Button>
  );
}
