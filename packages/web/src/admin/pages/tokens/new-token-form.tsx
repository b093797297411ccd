import type { CreatedToken, TokenScope } from '@vesper/contract';
import { useState } from 'react';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form, FormButtons } from '../../ui/form.tsx';
import { AREA_WORDS, TOKEN_AREAS, type TokenArea } from './area-words.ts';

type Right = 'none' | 'read' | 'write';

interface NewTokenFormProps {
  onCreated: (created: CreatedToken) => void;
  onClose: () => void;
}

export function NewTokenForm({ onCreated, onClose }: NewTokenFormProps) {
  const [name, setName] = useState('');
  const [days, setDays] = useState('90');
  const [rights, setRights] = useState<Partial<Record<TokenArea, Right>>>({});
  const { run, isRunning } = useAdminMutation({
    run: (client) => client.tokens.create({ name, scopes: scopesOf(rights), expiresInDays: Number(days) }),
    failure: 'The token could not be made.',
    onDone: onCreated,
  });
  return (
    <Form onSubmit={() => void run()}>
      <TextField
        label="Name"
        hint="What it is for."
        required
        maxLength={100}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <SelectField label="Expires after" value={days} onChange={({ target }) => setDays(target.value)}>
        <option value="7">7 days</option>
        <option value="30">30 days</option>
        <option value="90">90 days</option>
        <option value="365">a year</option>
      </SelectField>
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-2 text-sm font-semibold">Access</legend>
        {TOKEN_AREAS.map((area) => (
          <SelectField
            key={area}
            label={AREA_WORDS[area].title}
            hint={AREA_WORDS[area].about}
            value={rights[area] ?? 'none'}
            onChange={({ target }) => setRights({ ...rights, [area]: target.value as Right })}
          >
            <option value="none">Nothing</option>
            <option value="read">Read</option>
            <option value="write">Read and change</option>
          </SelectField>
        ))}
      </fieldset>
      <FormButtons action="Make the token" isBusy={isRunning} onClose={onClose} />
    </Form>
  );
}

/** Write access includes read access: one scope per area is enough. */
export function scopesOf(rights: Partial<Record<TokenArea, Right>>): TokenScope[] {
  return TOKEN_AREAS.flatMap((area): TokenScope[] => {
    const right = rights[area] ?? 'none';
    return right === 'none' ? [] : [`${area}:${right}`];
  });
}
