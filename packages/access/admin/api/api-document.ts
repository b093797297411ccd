interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  example?: unknown;
}

interface JsonContent {
  content: { 'application/json': { example?: unknown } };
}

interface Operation {
  operationId: string;
  tags: string[];
  summary?: string;
  'x-vesper-caller': 'public' | 'sign-in' | 'admin';
  'x-vesper-scope'?: string[];
  'x-vesper-asks-password'?: true | "for others'";
  parameters?: Parameter[];
  requestBody?: JsonContent;
  responses: Record<string, JsonContent & { description: string }>;
}

export interface ShownCall extends Operation {
  method: string;
  path: string;
}

/** The document's calls, by group. Not validated: our own server made it. */
export function callsOf(document: Record<string, unknown>): Map<string, ShownCall[]> {
  const paths = document.paths as Record<string, Record<string, Operation>>;
  const calls = Object.entries(paths).flatMap(([path, ofPath]) =>
    Object.entries(ofPath).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
  return Map.groupBy(calls, ({ tags }) => tags[0] ?? '');
}

export function curlOf(
  { method, path, parameters = [], requestBody, ...call }: ShownCall,
  origin: string,
): string {
  const inPath = new Map(
    parameters.filter((one) => one.in === 'path').map(({ name, example }) => [name, example]),
  );
  const needed = parameters.filter((one) => one.in === 'query' && one.required);
  const query = new URLSearchParams(
    needed.map(({ name, example }) => [name, String(example ?? '')]),
  ).toString();
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(inPath.get(name) ?? name)),
  );
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(`${origin}${filled}${query ? `?${query}` : ''}`)}`,
  ];
  // Double quotes, so that the shell expands the token.
  if (call['x-vesper-scope']) lines.push('-H "Authorization: Bearer $VESPER_TOKEN"');
  if (requestBody) {
    lines.push("-H 'Content-Type: application/json'");
    lines.push(`-d ${quoted(JSON.stringify(requestBody.content['application/json'].example ?? {}))}`);
  }
  return lines.join(' \\\n  ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
