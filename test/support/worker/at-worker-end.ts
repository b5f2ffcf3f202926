/** What the test files of a worker share, in the order in which it was started. */
const shared: (() => Promise<void>)[] = []

/**
 * Registers the end of something that the test files of a worker share: a running service, a browser. A worker is a
 * process that runs one test file after another.
 */
export function atWorkerEnd(close: () => Promise<void>): void {
  shared.push(close)
}

/** Closes all of it, the last one first. Called once, after the last test file of the process. */
export async function endWorker(): Promise<void> {
  for (let close = shared.pop(); close !== undefined; close = shared.pop()) await close()
}
