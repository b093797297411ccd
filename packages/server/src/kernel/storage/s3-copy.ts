import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { type Bucket, headObject } from './s3-bucket.ts';
import { headersOf } from './s3-upload.ts';

/** A single copy may have 5 GiB and takes its time: with parts of this size each request is short. */
const COPY_PART_BYTES = 512 * 1024 ** 2;

/** Copies an object within its bucket, by full names. False if it is missing. */
export async function copyObject(bucket: Bucket, from: string, to: string): Promise<boolean> {
  const found = await headObject(bucket, from);
  if (!found) return false;
  const sizeBytes = found.ContentLength ?? 0;
  const partBytes = bucket.tuning.copyPartBytes ?? COPY_PART_BYTES;
  if (sizeBytes > partBytes) return copyInParts(bucket, { from, to, sizeBytes, partBytes });
  const CopySource = `${bucket.name}/${from}`;
  const command = new CopyObjectCommand({ Bucket: bucket.name, Key: to, CopySource });
  const copied = await bucket.ask(`copy ${from}`, () => bucket.client.send(command));
  return copied !== undefined;
}

interface PartedCopy {
  from: string;
  to: string;
  sizeBytes: number;
  partBytes: number;
}

async function copyInParts(bucket: Bucket, copy: PartedCopy): Promise<boolean> {
  const { client, name } = bucket;
  const begin = new CreateMultipartUploadCommand({ Bucket: name, Key: copy.to, ...headersOf(copy.to) });
  const begun = await bucket.ask(`begin a copy of ${copy.from}`, () => client.send(begin));
  const upload = { Bucket: name, Key: copy.to, UploadId: begun?.UploadId };
  try {
    const Parts = await copyParts(bucket, upload, copy);
    const end = new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } });
    if (Parts && (await bucket.ask(`end the copy of ${copy.from}`, () => client.send(end)))) return true;
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
    throw error;
  }
  await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
  return false;
}

/** Undefined if the object disappeared meanwhile. */
async function copyParts(
  bucket: Bucket,
  upload: { Bucket: string; Key: string; UploadId: string | undefined },
  { from, sizeBytes, partBytes }: PartedCopy,
): Promise<CompletedPart[] | undefined> {
  const parts: CompletedPart[] = [];
  for (let start = 0; start < sizeBytes; start += partBytes) {
    const PartNumber = parts.length + 1;
    const CopySourceRange = `bytes=${start}-${Math.min(start + partBytes, sizeBytes) - 1}`;
    const CopySource = `${bucket.name}/${from}`;
    const command = new UploadPartCopyCommand({ ...upload, PartNumber, CopySource, CopySourceRange });
    const copied = await bucket.ask(`copy a part of ${from}`, () => bucket.client.send(command));
    if (!copied) return undefined;
    parts.push({ PartNumber, ETag: copied.CopyPartResult?.ETag });
  }
  return parts;
}
