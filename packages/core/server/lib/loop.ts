export interface Loop {
  stop(): Promise<void>;
}
