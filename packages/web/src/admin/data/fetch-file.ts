import { type Call, type CallInput, makeCall, type Transport } from '@vesper/contract';

/** For calls with `answersFile`. Throws CallError, or fetch's error if the transfer is interrupted. */
export async function fetchFile<C extends Call>(
  call: C,
  input: CallInput<C>,
  onBytes: (bytes: number) => void,
): Promise<Blob> {
  return (await makeCall(fileTransport(onBytes), call, input)) as Blob;
}

function fileTransport(onBytes: (bytes: number) => void): Transport {
  return async ({ method, url }) => {
    const response = await fetch(url, { method, credentials: 'include' });
    const { status, statusText } = response;
    if (!(response.ok && response.body)) return { status, statusText, bodyText: await response.text() };
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let bytes = 0;
    const reader = response.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value);
      bytes += part.value.length;
      onBytes(bytes);
    }
    return { status, statusText, bodyText: '', value: new Blob(parts) };
  };
}
