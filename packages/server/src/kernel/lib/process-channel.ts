/** A parent's or a child's end of the channel between them. */
type End = NodeJS.EventEmitter & {
  send?: ((message: object, onSent: (error: Error | null) => void) => boolean) | undefined;
};

type Message =
  | { question: number; name: string; data?: unknown }
  | { answer: number; value?: unknown; error?: string };

export interface Channel {
  /** Throws when the other process ends first, could not answer, or has left too many questions unanswered. */
  ask<Answer>(name: string, data?: unknown): Promise<Answer>;
}

/** Those of a process that hangs must not pile up. */
const MOST_OPEN = 1000;

/**
 * Asks and answers questions by name, both ways. They are answered in the order in which they come, as far as each is
 * answered at once.
 */
export function openChannel(end: End, answers: Record<string, (data: never) => unknown>): Channel {
  const open = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  let last = 0;

  const send = (message: Message) =>
    new Promise<void>((resolve, reject) => {
      if (!end.send) reject(new Error(GONE));
      else end.send(message, (error) => (error ? reject(error) : resolve()));
    });

  async function answer({ question, name, data }: Extract<Message, { question: number }>): Promise<void> {
    try {
      const value = await answers[name]?.(data as never);
      await send({ answer: question, value });
    } catch (error) {
      await send({ answer: question, error: String((error as Error).message) });
    }
  }

  end.on('message', (message: Message) => {
    // The other has gone if it cannot be told.
    if ('question' in message) void answer(message).catch(() => {});
    if (!('answer' in message)) return;
    const { resolve, reject } = open.get(message.answer) ?? {};
    open.delete(message.answer);
    if (message.error === undefined) resolve?.(message.value as never);
    else reject?.(new Error(message.error));
  });
  end.once('disconnect', () => {
    for (const { reject } of open.values()) reject(new Error(GONE));
    open.clear();
  });
  return {
    ask: (name, data) =>
      new Promise((resolve, reject) => {
        if (open.size >= MOST_OPEN) throw new Error('The other process does not answer.');
        last += 1;
        open.set(last, { resolve, reject });
        send({ question: last, name, data }).catch(reject);
      }),
  };
}

const GONE = 'The other process has ended.';
