import { AUTO_LINK_LIMITS, DEFAULT_AUTO_LINK_LIMIT } from '@vesper/contract';
import { type ReactNode, useState } from 'react';
import { useAdminMutation } from '../../data/calls.ts';
import { Button } from '../../ui/button.tsx';
import { Form, SelectField } from '../../ui/form.tsx';

interface AutoLinkFormProps {
  /** The keyword to link to, if there is one. */
  keywordId: () => string | undefined;
  className?: string;
  /** The fields that choose the keyword. */
  children?: ReactNode;
}

/** Links videos that match a keyword's words, up to the chosen limit. */
export function AutoLinkForm({ keywordId, children, ...form }: AutoLinkFormProps) {
  const [limit, setLimit] = useState<(typeof AUTO_LINK_LIMITS)[number]>(DEFAULT_AUTO_LINK_LIMIT);
  const { run, isRunning } = useAdminMutation({
    run: (client, id: string) => client.keywords.autoLink({ id, limit }),
    failure: 'Failed to auto-link videos',
    success: ({ linkedCount, totalCount }) => ({
      title: `Linked ${linkedCount} videos to keyword`,
      ...(linkedCount === 0 && { description: formatNothingNew(totalCount, limit) }),
    }),
  });
  const submit = () => {
    const id = keywordId();
    if (id !== undefined) void run(id);
  };
  return (
    <Form noValidate onSubmit={submit} {...form}>
      {children}
      <SelectField
        label="Limit"
        value={limit}
        onChange={({ target }) => setLimit(Number(target.value) as typeof limit)}
        of={AUTO_LINK_LIMITS.map((count) => [count, `${count} videos`])}
      />
      <Button type="submit" look="primary" isBusy={isRunning}>
        Auto-Link Videos
      </Button>
    </Form>
  );
}

function formatNothingNew(total: number, limit: number): string {
  const linked = total === 1 ? '1 video is' : `${total} videos are`;
  return total >= limit ? `${linked} linked already.` : `No others match its words; ${linked} linked.`;
}
