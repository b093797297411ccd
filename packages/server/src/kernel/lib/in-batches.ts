import { setImmediate as turn } from 'node:timers/promises';

/**
 * Answers many questions with few queries: those that arrive in one turn of the event loop, or while a batch is being
 * answered, make up a batch, of at most `most`. When a batch fails, all of its questions do.
 */
export function inBatches<Question, Answer>(
  answer: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  most: number,
): (question: Question) => Promise<Answer> {
  interface Waiting {
    question: Question;
    resolve: (answer: Answer) => void;
    reject: (error: unknown) => void;
  }
  let waiting: Waiting[] = [];
  let isAnswering = false;

  async function answerAll(): Promise<void> {
    isAnswering = true;
    while (waiting.length > 0) {
      await turn();
      const batch = waiting.slice(0, most);
      waiting = waiting.slice(most);
      try {
        const answers = await answer(batch.map(({ question }) => question));
        for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as Answer);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isAnswering = false;
  }

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      if (!isAnswering) void answerAll();
    });
}
