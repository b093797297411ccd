import { isAddressRange } from '../../kernel/lib/outbound/network-address.ts';
import { ENGINES, type EngineNetworks } from './engines.ts';

/** Reads `bing=203.0.113.0/24,2001:db8::/32 google=...`. Throws an error that says what is wrong. */
export function parseEngineNetworks(text: string): EngineNetworks {
  const networks = new Map<string, readonly string[]>();
  for (const entry of text.split(/\s+/).filter(Boolean)) {
    const [name = '', list = ''] = entry.split('=');
    const ranges = list.split(',').filter(Boolean);
    if (!ENGINES.some((engine) => engine.name === name)) {
      const known = ENGINES.map((engine) => engine.name).join(', ');
      throw new Error(`names "${name}", which is not one of ${known}`);
    }
    const wrong = ranges.find((range) => !isAddressRange(range));
    if (ranges.length === 0 || wrong !== undefined)
      throw new Error(`must list the networks of ${name} as ${name}=192.0.2.0/24,2001:db8::/32`);
    networks.set(name, ranges);
  }
  return networks;
}
