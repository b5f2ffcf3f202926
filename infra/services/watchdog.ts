import { spawn } from 'node:child_process'

/** Reads process ids from its input, the last one counts; at the end of input kills that one and removes the folder. */
const SCRIPT = 'while read -r line; do pid=$line; done; [ -n "$pid" ] && kill -9 "$pid"; rm -rf "$1"'

/** Tells the watchdog which process it is to end, or that there is none at the moment. */
export interface Watchdog {
  guard(pid: number | null): void
}

/**
 * A tiny shell that outlives this process and then kills the guarded process and removes `folder`: whatever way this
 * process ends (SIGKILL included), the pipe between the two closes. Does not keep this process alive.
 */
export function startWatchdog(folder: string): Watchdog {
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'watchdog', folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.unref()
  const input = shell.stdin as typeof shell.stdin & { unref(): void }
  input.unref()
  return {
    guard(pid) {
      input.write(`${pid ?? ''}\n`)
    },
  }
}
