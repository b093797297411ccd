/** Decoded; one trailing slash is ignored. Not URLPattern, which phones from before autumn 2025 lack. */
export function matchPattern(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = segmentsOf(pattern);
  const given = segmentsOf(path.replace(/(?<=.)\/$/, ''));
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    const value = decode(given[index]!);
    if (value === undefined) return undefined;
    if (segment.startsWith(':') && value !== '') params[segment.slice(1)] = value;
    else if (segment !== value) return undefined;
  }
  return params;
}

function segmentsOf(path: string): string[] {
  return path.split('/').slice(1);
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
