import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { FileReport, Report } from '#test/support/reporter.ts'

export interface MochaRun {
  /** By the path of the test file. */
  readonly files: Report
  /** Why the run counts as one more failure; null when its tests decide. */
  readonly crash: string | null
  /** The output, where it was collected. */
  readonly output: string
}

const root = join(import.meta.dirname, '../..')
const signals = ['SIGINT', 'SIGTERM'] as const
const program = join(root, 'node_modules/mocha/bin/mocha.js')
/** The last output of a process comes at once, unless one that it started outlives it and keeps its pipes open. */
const LAST_OUTPUT_MS = 5000

export interface MochaOptions {
  /** Whether its output is shown at once or collected. */
  readonly print: 'inherit' | 'pipe'
  readonly timeoutMs: number
  /** Added to the environment. */
  readonly env?: Readonly<Record<string, string>>
}

/**
 * Runs mocha in a process of its own. The process is killed after `timeoutMs`, or when this process ends. `crash` describes
 * a run that crashed, was killed, or left handles open. A process that a test left behind is not waited for.
 */
export async function runMocha(
  args: readonly string[],
  { print, timeoutMs, env = {} }: MochaOptions,
): Promise<MochaRun> {
  const mocha = spawn(process.execPath, [program, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', print, print, 'ipc'],
  })
  let report: Report | null = null
  mocha.on('message', (message) => {
    report = message as Report
  })
  const chunks: Buffer[] = []
  for (const stream of [mocha.stdout, mocha.stderr]) stream?.on('data', (chunk: Buffer) => chunks.push(chunk))
  const forward = (signal: NodeJS.Signals) => mocha.kill(signal)
  for (const signal of signals) process.on(signal, forward)
  const impatient = setTimeout(() => mocha.kill('SIGKILL'), timeoutMs)
  const ended = await endOf(mocha)
  clearTimeout(impatient)
  for (const signal of signals) process.off(signal, forward)
  return {
    files: report ?? {},
    crash: crashOf(args, report, ended),
    output: Buffer.concat(chunks).toString(),
  }
}

/** The exit code or signal of the process, once its last output has come. */
async function endOf(mocha: ChildProcess): Promise<number | string> {
  const closed = once(mocha, 'close')
  const [code, signal] = await once(mocha, 'exit')
  await Promise.race([closed, delay(LAST_OUTPUT_MS, undefined, { ref: false })])
  for (const stream of [mocha.stdout, mocha.stderr]) stream?.destroy()
  return code ?? signal
}

function crashOf(args: readonly string[], report: Report | null, ended: number | string): string | null {
  const failed = Object.values<FileReport>(report ?? {}).some(({ failures }) => failures.length > 0)
  if (ended === 0 || (failed && typeof ended === 'number')) return null
  return `${args.at(-1)}: mocha ended with ${ended}, not by a test: its output tells more`
}
