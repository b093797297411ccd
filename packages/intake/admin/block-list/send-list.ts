import { type BlockImport, type Client, MOST_LINES_AT_ONCE } from '@vesper/contract';

interface ListFile {
  name: string;
  version: string;
  dated: string;
  file: File;
}

/** Keeps a request of long lines below the call's size limit. */
const MOST_CHARACTERS = 1_000_000;

/** In batches, so that any file takes little memory. Resumes an interrupted import. `onProgress` gets 0 to 1. */
export async function sendList(
  client: Client,
  { file, ...list }: ListFile,
  onProgress: (share: number) => void,
): Promise<BlockImport> {
  const lines = linesOf(file, onProgress);
  const header = await lines.next();
  const { id, lines: sent } = await client.blockList.startImport({ ...list, header: header.value ?? '' });
  let after = 0;
  let batch: string[] = [];
  let length = 0;
  const send = async () => {
    // Skips lines sent before an interruption.
    if (after + batch.length > sent) await client.blockList.importLines({ id, after, lines: batch });
    after += batch.length;
    batch = [];
    length = 0;
  };
  for await (const line of lines) {
    if (batch.length === MOST_LINES_AT_ONCE || length + line.length > MOST_CHARACTERS) await send();
    batch.push(line);
    length += line.length;
  }
  if (batch.length > 0) await send();
  return client.blockList.finishImport({ id });
}

async function* linesOf(file: File, onProgress: (share: number) => void): AsyncGenerator<string, void> {
  const reader = file.stream().getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let read = 0;
  for (;;) {
    const { done, value } = await reader.read();
    rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
    const lines = rest.split(/\r\n|\n/);
    rest = done ? '' : (lines.pop() ?? '');
    if (done && lines.at(-1) === '') lines.pop();
    yield* lines;
    if (done) return;
    read += value.length;
    onProgress(file.size === 0 ? 1 : read / file.size);
  }
}
