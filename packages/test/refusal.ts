import { CallError } from '@vesper/contract';
import { expect } from 'vitest';

export async function refusedCall(call: Promise<unknown>): Promise<CallError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(CallError);
  return error as CallError;
}

export async function refusal(call: Promise<unknown>): Promise<[status: number, sentence: string]> {
  const { status, sentence } = await refusedCall(call);
  return [status, sentence];
}
