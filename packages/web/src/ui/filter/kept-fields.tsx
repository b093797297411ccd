import type { Browse } from './browse.ts';

/** Hidden fields that keep the address's other parameters in a form without script; `except` has visible fields. */
export function KeptFields({ browse, except }: { browse: Browse; except: readonly (keyof Browse)[] }) {
  return Object.entries(browse)
    .filter(([name]) => !except.includes(name as keyof Browse))
    .map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}
