import type { VideoSource } from '@vesper/contract';
import { BasisFields, EMPTY_BASIS } from '@vesper/intake/admin/sources/basis.tsx';
import { isSaidAtFields, useAdminMutation } from '@vesper/web/admin/data/calls.ts';
import { Form, FormButtons, TextField } from '@vesper/web/admin/ui/form.tsx';
import { useState } from 'react';

interface NewUploadSourceProps {
  onAdded: (source: VideoSource) => void;
  onClose: () => void;
}

/** Films that may be shown for the same reason belong to one source. */
export function NewUploadSource({ onAdded, onClose }: NewUploadSourceProps) {
  const [name, setName] = useState('Uploads');
  const [basis, setBasis] = useState({ ...EMPTY_BASIS, basis: 'own' as typeof EMPTY_BASIS.basis });
  const { run, isRunning, problems } = useAdminMutation({
    run: (client) =>
      client.sources.create({
        ...{ name, basis, kind: 'upload', delivery: 'hosted' },
        // Its films get addresses below this one.
        baseUrl: `https://uploads.invalid/${Date.now().toString(36)}/`,
      }),
    failure: 'The source could not be added.',
    success: (source) => `Added ${source.name}`,
    onDone: onAdded,
    onFailure: isSaidAtFields,
  });
  return (
    <Form noValidate onSubmit={() => void run()}>
      <p className="text-sm text-pretty text-muted">
        Every film belongs to a source, which records why you may show it. Later uploads can use the same one.
      </p>
      <TextField
        label="Name"
        required
        value={name}
        error={problems.name}
        onChange={({ target }) => setName(target.value)}
      />
      <BasisFields basis={basis} problems={problems} onChange={setBasis} />
      <FormButtons action="Add source" isBusy={isRunning} onClose={onClose} />
    </Form>
  );
}
