/** Blocks this process: no timer and no answer has a turn, as while it is suspended. */
export function blockProcess(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
