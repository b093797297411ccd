/** Something that runs until it is stopped; `stop` waits for its end. */
export interface Loop {
  stop(): Promise<void>;
}
