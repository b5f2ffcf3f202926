import { spawn } from 'node:child_process'

/** Reads process ids from its input. At the end of input, kills the process of the last id and removes the folder. */
const SCRIPT = 'while read -r line; do pid=$line; done; [ -n "$pid" ] && kill -9 "$pid"; rm -rf "$1"'

/** Sets the process to kill; null when there is none. */
export interface Watchdog {
  guard(pid: number | null): void
}

/**
 * Starts a shell that outlives this process, then kills the guarded process and removes `folder`. It works however
 * this process ends (SIGKILL included), since the pipe between the two closes. Does not keep this process alive.
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
