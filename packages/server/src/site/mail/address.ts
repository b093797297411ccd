/** One bare address, without anything that could mean several or end a header. */
const BARE_ADDRESS = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[^\s@<>()[\]\\,;:"\p{Cc}]{1,253}$/u;

export function isBareAddress(text: string): boolean {
  return BARE_ADDRESS.test(text);
}

/**
 * The mailbox behind an address, as far as its owner could vary it: many providers ignore case, dots and anything after
 * a plus sign. Two owners may share one; for limits that does no harm.
 */
export function mailboxOf(address: string): string {
  const [local = '', host = ''] = address.toLowerCase().split('@');
  const [name = ''] = local.split('+');
  return `${name.replaceAll('.', '') || local}@${host}`;
}
