import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { emptyReport, type FileReport } from '#test/support/reporter.ts'

/** Options of mocha for each file; times in milliseconds. */
export interface MochaOptions {
  readonly timeout: number
  readonly slow: number
  readonly forbidOnly: boolean
  readonly bail: boolean
  /** Runs only the tests whose full title has a match of this regular expression. */
  readonly grep?: string
}

/** What a worker is told: the next file to run, or null for the end. */
export interface WorkerMessage {
  readonly file: string | null
  readonly options: MochaOptions
}

/** A run of one test file. */
export interface FileRun extends FileReport {
  /** Its path from the root. */
  readonly file: string
  readonly milliseconds: number
  /** What it printed; '' when that was shown at once. */
  readonly output: string
}

/** A process that runs test files, one after another. */
export interface TestWorker {
  /**
   * A file whose run crashes, or takes longer than `limitMs`, has one more failure, which says so: then the process has
   * ended.
   */
  run(file: string): Promise<FileRun>
  /** Ends the process; resolves to why that counts as a failure, or null. */
  end(): Promise<string | null>
  readonly hasEnded: boolean
}

export interface WorkerOptions {
  readonly mocha: MochaOptions
  /** Whether its output is shown at once, or collected for each file. */
  readonly print: 'inherit' | 'collect'
  /** Added to the environment. */
  readonly env: Readonly<Record<string, string>>
  /** The longest time for one file. */
  readonly limitMs: number
}

const root = join(import.meta.dirname, '../..')
const program = join(import.meta.dirname, 'test-file.worker.ts')
const signals = ['SIGINT', 'SIGTERM'] as const
/** The processes that a worker waits for at its end have limits of their own, all shorter. */
const END_LIMIT_MS = 120_000

/** Starts a worker. SIGINT and SIGTERM to this process end it. */
export function startWorker({ mocha, print, env, limitMs }: WorkerOptions): TestWorker {
  const log = print === 'collect' ? openOutput() : null
  const stdio = log?.descriptor ?? 'inherit'
  const child = spawn(process.execPath, [program], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', stdio, stdio, 'ipc'],
  })
  const forward = (signal: NodeJS.Signals) => child.kill(signal)
  for (const signal of signals) process.on(signal, forward)
  const exit = exitOf(child).finally(() => {
    for (const signal of signals) process.off(signal, forward)
    hasEnded = true
  })
  let hasEnded = false
  let last = 'no file'

  async function within<T>(ms: number, outcome: Promise<T>): Promise<T> {
    const impatient = setTimeout(() => child.kill('SIGKILL'), ms)
    return outcome.finally(() => clearTimeout(impatient))
  }
  const tell = (message: WorkerMessage) => child.send(message, () => {})

  return {
    get hasEnded() {
      return hasEnded
    },
    async run(file) {
      last = file
      const began = performance.now()
      const reported = once(child, 'message').then(([report]) => report as FileReport)
      tell({ file: resolve(root, file), options: mocha })
      const report = await within(limitMs, Promise.race([reported, exit.then(crashed(file))]))
      return { ...report, file, milliseconds: performance.now() - began, output: log?.read() ?? '' }
    },
    async end() {
      if (!hasEnded) tell({ file: null, options: mocha })
      const how = await within(END_LIMIT_MS, exit)
      const output = log?.read() ?? ''
      log?.close()
      return how === 0 ? null : `after ${last}: the worker ended with ${how}\n${output}`
    },
  }
}

/** The exit code or signal. */
async function exitOf(child: ChildProcess): Promise<number | string> {
  const [code, signal] = await once(child, 'exit')
  return code ?? signal
}

function crashed(file: string): (how: number | string) => FileReport {
  return (how) => ({
    ...emptyReport(),
    failures: [`${file}: its process ended with ${how}, not by a test: its output tells more`],
  })
}

/** A file for the output: what a process has written is all there when it reports, or has crashed. */
function openOutput() {
  const folder = mkdtempSync(join(tmpdir(), 'pageprobe-worker-'))
  const descriptor = openSync(join(folder, 'output'), 'a+')
  rmSync(folder, { recursive: true })
  let at = 0
  return {
    descriptor,
    /** What was written since the last call. */
    read(): string {
      const bytes = Buffer.alloc(fstatSync(descriptor).size - at)
      at += readSync(descriptor, bytes, 0, bytes.length, at)
      return bytes.toString()
    },
    close: () => closeSync(descriptor),
  }
}
