/** Excludes anything that could mean several addresses or end a header. */
const BARE_ADDRESS = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[^\s@<>()[\]\\,;:"\p{Cc}]{1,253}$/u;

export function isBareAddress(text: string): boolean {
  return BARE_ADDRESS.test(text);
}

/** Many providers ignore case, dots and anything after a plus sign. For rate limits, where two owners may share one. */
export function mailboxOf(address: string): string {
  const [local = '', host = ''] = address.toLowerCase().split('@');
  const [name = ''] = local.split('+');
  return `${name.replaceAll('.', '') || local}@${host}`;
}
