import { PICTURE_FILE, PICTURE_TYPES, tooLargeFile } from '@vesper/contract';
import { Upload } from 'lucide-react';
import { useRef } from 'react';
import { showToast } from '../../ui/toast-store.ts';
import { type AdminMutationOptions, useAdminMutation } from '../data/calls.ts';
import { Opener, type OpenerProps } from './dialog/acts.tsx';

export const PICTURE_HINT = 'JPEG, PNG, WebP or AVIF, at most 20 MB.';

interface PictureButtonProps<Output> extends OpenerProps, AdminMutationOptions<Blob, Output> {}

/** Sends the file that is chosen. */
export function PictureButton<Output>(props: PictureButtonProps<Output>) {
  const { run: _, failure, failureTitle, success, onDone, onFailure, ...opener } = props;
  const input = useRef<HTMLInputElement>(null);
  const { run, isRunning } = useAdminMutation<Blob, Output>(props);
  const send = (file: File) => {
    if (file.size <= PICTURE_FILE.maxBytes) void run(file);
    else showToast({ title: 'Error', description: tooLargeFile(PICTURE_FILE.maxBytes), tone: 'destructive' });
  };
  return (
    <>
      <Opener
        icon={Upload}
        size="small"
        {...opener}
        isBusy={isRunning}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        hidden
        type="file"
        accept={PICTURE_TYPES}
        aria-label={opener.word}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) send(file);
          // Lets the same file be chosen again.
          target.value = '';
        }}
      />
    </>
  );
}
