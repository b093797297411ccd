import { open } from 'node:fs/promises';
import { isCutOff } from '../film/cut-off.ts';

const HEAD_BYTES = 4096;

/** A sentence about a file that no tool could open as a video: what it is instead, judging by its first bytes. */
export async function unreadableMessage(localPath: string): Promise<string> {
  const head = await readHead(localPath);
  if (head.length === 0) return 'The file is empty.';
  const text = head.toString('utf8').trimStart();
  if (/^(?:#EXTM3U|ffconcat|<\?xml[^>]*>\s*<MPD|<MPD|\[playlist\])/i.test(text)) {
    return 'The file is a playlist that names other files, not a video.';
  }
  if (!head.includes(0) && !text.includes('\ufffd')) return 'The file is text, not a video.';
  if ((await isCutOff(localPath)) === true) {
    return 'The file is cut off before its index.';
  }
  return 'The file is not a readable video.';
}

async function readHead(localPath: string): Promise<Buffer> {
  const file = await open(localPath);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
