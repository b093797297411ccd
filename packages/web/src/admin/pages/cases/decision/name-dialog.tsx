import { useState } from 'react';
import { useAdminMutation } from '../../../data/calls.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Form, FormButtons, TextField } from '../../../ui/form.tsx';

interface DialogProps {
  id: string;
  isOpen: boolean;
  onClose: () => void;
}

/** Adds a video to what a case names. */
export function NameDialog({ id, isOpen, onClose }: DialogProps) {
  const [video, setVideo] = useState('');
  const { run, isRunning, problems } = useAdminMutation({
    run: (client) => client.casework.name({ id, video: video.trim() }),
    failure: 'The video could not be added.',
    success: ({ message }) => ({ title: 'Video named', description: message }),
    onFailure: (error) => (error as { fields?: object }).fields !== undefined,
    onDone() {
      setVideo('');
      onClose();
    },
  });
  return (
    <Dialog title="Name a video" isOpen={isOpen} onClose={onClose}>
      <Form onSubmit={() => void run()}>
        <TextField
          label="Video"
          required
          maxLength={500}
          spellCheck={false}
          hint="The address of its page here, or its ID. An approval takes it off with the others. If this notice hides videos before it is decided, this one is hidden now."
          value={video}
          error={problems.video}
          onChange={({ target }) => setVideo(target.value)}
        />
        <FormButtons action="Name it" isBusy={isRunning} onClose={onClose} />
      </Form>
    </Dialog>
  );
}
