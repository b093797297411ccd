import { useState } from 'react';
import { TextArea } from '../../ui/field.tsx';

interface CategoryMapFieldsProps {
  map: Readonly<Record<string, string>>;
  problem: string | undefined;
  onChange: (map: Record<string, string>) => void;
}

/** One line per name that the source uses. Unfinished lines stay in the field while typing. */
export function CategoryMapFields({ map, problem, onChange }: CategoryMapFieldsProps) {
  const [text, setText] = useState(() =>
    Object.entries(map)
      .map(([theirs, ours]) => `${theirs} = ${ours}`)
      .join('\n'),
  );
  return (
    <TextArea
      label="Categories"
      rows={4}
      spellCheck={false}
      placeholder={'fractal films = Fractals\n* = Other'}
      hint="One per line: the source's name, an equals sign, our category. Use * for all other names. Names without a line are used as they are."
      value={text}
      error={problem}
      onChange={({ target }) => {
        setText(target.value);
        onChange(parse(target.value));
      }}
    />
  );
}

function parse(text: string): Record<string, string> {
  const lines = text.split('\n').map((line) => line.split('=').map((part) => part.trim()));
  return Object.fromEntries(
    lines.flatMap(([theirs, ours]) => (theirs && ours ? [[theirs.toLowerCase(), ours]] : [])),
  );
}
