import type { Browse } from './browse.ts';

/** What a form without script would lose of the address, as hidden fields; `except` it has fields for itself. */
export function KeptFields({ browse, except }: { browse: Browse; except: readonly (keyof Browse)[] }) {
  return Object.entries(browse)
    .filter(([name]) => !except.includes(name as keyof Browse))
    .map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}
