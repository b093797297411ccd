import type { Browse } from './browse.ts';

/** Keep the address's other parameters without script. `except` has visible fields. */
export function KeptFields({ browse, except }: { browse: Browse; except: readonly (keyof Browse)[] }) {
  return Object.entries(browse)
    .filter(([name]) => !except.includes(name as keyof Browse))
    .map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}
