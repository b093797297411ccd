import type { VideoSource } from '@vesper/contract';
import { BasisFields, EMPTY_BASIS } from '@vesper/intake/admin/sources/basis.tsx';
import { ActForm } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { TextField } from '@vesper/web/admin/ui/form.tsx';

interface NewUploadSourceProps {
  onDone: (source: VideoSource) => void;
  onClose: () => void;
}

export function NewUploadSource(props: NewUploadSourceProps) {
  return (
    <ActForm
      {...props}
      action="Add source"
      draft={{ name: 'Uploads', basis: { ...EMPTY_BASIS, basis: 'own' } as typeof EMPTY_BASIS }}
      noValidate
      run={(client, { name, basis }) => {
        // Its films get addresses below this one.
        const baseUrl = `https://uploads.invalid/${Date.now().toString(36)}/`;
        return client.sources.create({ name, baseUrl, basis, kind: 'upload' });
      }}
      failure="The source could not be added."
      success={({ name }) => `Added ${name}`}
    >
      {(field, { draft, setDraft, problems }) => (
        <>
          <p className="text-sm text-pretty text-muted">
            Every film belongs to a source, which records why you may show it. Later uploads can use the same.
          </p>
          <TextField label="Name" required {...field('name')} />
          <BasisFields
            basis={draft.basis}
            problems={problems}
            onChange={(basis) => setDraft({ ...draft, basis })}
          />
        </>
      )}
    </ActForm>
  );
}
