import { type ChildProcess, spawn } from 'node:child_process'
import { openSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

export interface Child {
  readonly pid: number
  /** The awaited line. */
  readonly line: string
  /** Resident memory in MiB. */
  rss(): number
  /** CPU seconds so far. */
  cpuSeconds(): number
  stop(): Promise<void>
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>
}

/** Unit of CPU time in proc(5). */
export const TICKS_PER_SECOND = 100

/**
 * Runs a TypeScript file, after Node's own options if there are any, in a process of its own and waits for a matching line of its output. Its stderr goes to
 * `errorsTo`, else to that of this process: log lines are a part of the cost of calls.
 */
export async function startChild(
  file: string | readonly string[],
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  awaited: RegExp,
  errorsTo?: string,
): Promise<Child> {
  const errors = errorsTo === undefined ? 'inherit' : openSync(errorsTo, 'a')
  const child = spawn(process.execPath, [file, args].flat(), {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', errors],
  })
  const line = await lineOf(child, awaited)
  return {
    pid: child.pid as number,
    line,
    rss: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    cpuSeconds: () => cpuSecondsOf(child.pid as number),
    stop: () => ended(child, 'SIGTERM'),
    kill: () => ended(child, 'SIGKILL'),
  }
}

function lineOf(child: ChildProcess, awaited: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`a bench process ended with code ${code}`)))
    const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })
    lines.on('line', (line) => awaited.test(line) && resolve(line))
  })
}

/** User and system time of the process with all its threads (proc(5), /proc/pid/stat fields 14 and 15). */
export function cpuSecondsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  child.removeAllListeners('exit')
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill(signal)
  })
}
