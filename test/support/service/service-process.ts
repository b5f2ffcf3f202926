import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freshFolder, startWatchdog } from '#infra/services/process.ts'
import { withTimeout } from '#shared/async/timeout.ts'
import { root } from '../sandbox.ts'

/** A key with all scopes that every service started here accepts. */
export const API_KEY = 'pp_testkey0_abcdefghijklmnopqrstuvwxyz012345'

/** Some or all parts of the service as a process, as an operator starts it. */
export interface ServiceProcess {
  /** Base URL of the gateway, as printed; '' when the gateway is not among the parts. */
  readonly url: string
  readonly pid: number
  stdout(): string
  /** Its log in JSON lines. */
  stderr(): string
  /**
   * SIGTERM; resolves with the exit code, null when a signal ended the process. A process that goes on for much longer
   * than it may is killed, and the promise rejects with the end of its log.
   */
  stop(): Promise<number | null>
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>
  signal(name: NodeJS.Signals): void
  /** Resolves with the exit code when the process has ended. */
  readonly ended: Promise<number | null>
}

export interface LaunchOptions {
  /** Settings. From the environment of this process only PATH reaches the service. */
  readonly env?: Readonly<Record<string, string>>
  /** The program, relative to the root of the checkout; the service itself when left out. */
  readonly command?: readonly [program: string, ...args: string[]]
  readonly startTimeoutMs?: number
  /** `endAllServices` leaves it alone: it belongs to no suite. */
  readonly isShared?: boolean
}

const START_TIMEOUT_MS = 120_000
/** The service promises to end within 20 s; a busy machine may need longer. */
const STOP_LIMIT_MS = 90_000
/** What of the log a failed test shows, in characters. */
const SHOWN_LOG = 4000
const UP = /^PageProbe (?:is listening on (\S+)|runs .+)$/
/** Targets of tests are on loopback, and logs help to find errors. */
const defaults = {
  PORT: '0',
  EGRESS_ALLOW: '127.0.0.0/8:*',
  PAGEPROBE_API_KEY: API_KEY,
  LOG_LEVEL: 'info',
}
const running = new Set<ServiceProcess>()

/**
 * Starts parts (all when none is named) and resolves when they report that they are up; rejects when they end before.
 */
export async function startParts(
  parts: readonly string[],
  options: LaunchOptions = {},
): Promise<ServiceProcess> {
  const started = await launch(parts, options)
  const timer = setTimeout(() => started.child.kill('SIGKILL'), options.startTimeoutMs ?? START_TIMEOUT_MS)
  try {
    const url = await started.up
    const service = { ...started.service, url }
    if (!options.isShared) running.add(service)
    void service.ended.then(() => running.delete(service))
    return service
  } finally {
    clearTimeout(timer)
  }
}

/** Starts the service and waits for its end: for starts that must fail. */
export async function runToEnd(parts: readonly string[], options: LaunchOptions = {}) {
  const { service, up, child } = await launch(parts, options)
  up.catch(() => undefined)
  const timer = setTimeout(() => child.kill('SIGKILL'), options.startTimeoutMs ?? START_TIMEOUT_MS)
  const code = await service.ended
  clearTimeout(timer)
  return { code, stdout: service.stdout(), stderr: service.stderr() }
}

/** Starts the process without waiting; `up` resolves with the printed URL. */
export async function launch(parts: readonly string[], { env = {}, command }: LaunchOptions) {
  const folder = await freshFolder('service')
  const watchdog = startWatchdog(folder)
  const [program, ...args] = command ?? [join(root, 'node_modules/.bin/node'), 'infra/main.ts']
  const child = spawn(program, [...args, ...parts], {
    cwd: root,
    env: { ...ownEnvironment(), DATA_DIR: join(folder, 'data'), ...defaults, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  watchdog.guard(child.pid ?? null)
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text
    })
  }
  const ended = once(child, 'close').then(async ([code]) => {
    watchdog.guard(null)
    // Browsers of a killed service may still write for a moment.
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    return code as number | null
  })
  const up = upLine(child, ended, output)
  return { child, up, service: control(child, ended, output) }
}

/** PATH finds the programs; the folders of Node include this process in a coverage run, and spare it to compile anew. */
function ownEnvironment(): Record<string, string> {
  const names = ['PATH', 'HOME', 'NODE_V8_COVERAGE', 'NODE_COMPILE_CACHE']
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}

function upLine(
  child: ChildProcess,
  ended: Promise<number | null>,
  output: { stderr: string },
): Promise<string> {
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      const found = UP.exec(line)
      if (found !== null) resolve(found[1] ?? '')
    })
    void ended.then((code) => reject(new Error(`The service ended with ${code}: ${output.stderr}`)))
  })
}

function control(
  child: ChildProcess,
  ended: Promise<number | null>,
  output: { stdout: string; stderr: string },
) {
  return {
    pid: child.pid ?? 0,
    ended,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    signal: (name: NodeJS.Signals) => void child.kill(name),
    stop() {
      child.kill('SIGTERM')
      return withTimeout(STOP_LIMIT_MS, ended, () => {
        child.kill('SIGKILL')
        return new Error(`The service goes on after SIGTERM: ${output.stderr.slice(-SHOWN_LOG)}`)
      })
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Ends all services that a suite has left running. For `after` hooks. */
export async function endAllServices(): Promise<void> {
  await Promise.all([...running].map((service) => service.kill()))
}
