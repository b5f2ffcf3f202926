import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningService } from './service.ts'

/** How to run a service as a child process. */
export interface Launch {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  /** Environment variables in addition to those of this process. */
  readonly childEnv?: Readonly<Record<string, string>>
  /** Working folder with the data, created by `freshFolder`; removed when this process ends. */
  readonly folder: string
  readonly port: number
  /** See `RunningService.env`. */
  readonly env: Readonly<Record<string, string>>
  /** Resolves when the service answers; called repeatedly until then. */
  ping(): Promise<void>
  readonly startTimeoutMs: number
  /** What stops it cleanly; SIGTERM when left out. */
  readonly stopSignal?: NodeJS.Signals
}

const STOP_TIMEOUT_MS = 15_000
const PING_INTERVAL_MS = 100
const SUSPEND_INTERVAL_MS = 5
const LOG_TAIL_BYTES = 2000

/** Creates an empty folder for the data of one run. */
export function freshFolder(name: string): Promise<string> {
  return mkdtemp(join(tmpdir(), `pageprobe-${name}-`))
}

/** Different ports of 127.0.0.1 on which nothing listens at the moment. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, listenAnywhere))
  const ports = servers.map((server) => (server.address() as { port: number }).port)
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))))
  return ports
}

async function listenAnywhere(): Promise<Server> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/**
 * Starts the service and resolves when it answers. Rejects with the end of its output when it exits or does not
 * answer in time. The child never outlives this process.
 */
export async function startService(launch: Launch): Promise<RunningService> {
  const watchdog = startWatchdog(launch.folder)
  let child = await startChild(launch, watchdog)
  return {
    env: launch.env,
    port: launch.port,
    stop: () => endChild(child, launch.stopSignal ?? 'SIGTERM', watchdog),
    kill: () => endChild(child, 'SIGKILL', watchdog),
    suspend: () => suspendChild(child),
    resume: () => void child.kill('SIGCONT'),
    async start() {
      if (!hasEnded(child)) throw new Error(`${launch.name} is running already`)
      child = await startChild(launch, watchdog)
    },
  }
}

async function startChild(launch: Launch, watchdog: Watchdog): Promise<ChildProcess> {
  const child = spawnLogged(launch)
  watchdog.guard(child.pid ?? null)
  try {
    await untilAnswers(launch, child)
    return child
  } catch (error) {
    await endChild(child, 'SIGKILL', watchdog)
    throw error
  }
}

function spawnLogged(launch: Launch): ChildProcess {
  const log = openSync(logFile(launch), 'a')
  const child = spawn(launch.command, launch.args, {
    cwd: launch.folder,
    env: { ...process.env, ...launch.childEnv },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  child.on('error', () => {})
  child.unref()
  return child
}

async function untilAnswers(launch: Launch, child: ChildProcess): Promise<void> {
  const end = Date.now() + launch.startTimeoutMs
  for (;;) {
    if (hasEnded(child)) throw new Error(`${launch.name} ended at once: ${logTail(launch)}`)
    const answered = await launch.ping().then(
      () => true,
      () => false,
    )
    if (answered) return
    if (Date.now() > end) throw new Error(`${launch.name} does not answer: ${logTail(launch)}`)
    await sleep(PING_INTERVAL_MS)
  }
}

/** Resolves when all threads of the child are stopped, which takes time on a busy machine. */
async function suspendChild(child: ChildProcess): Promise<void> {
  child.kill('SIGSTOP')
  while (!hasEnded(child) && isRunning(child.pid ?? 0)) await sleep(SUSPEND_INTERVAL_MS)
}

/** Whether a thread of the process runs or is runnable, by /proc; false where there is no /proc. */
function isRunning(pid: number): boolean {
  const threads = `/proc/${pid}/task`
  if (!existsSync(threads)) return false
  return readdirSync(threads).some((id) => {
    const status = `${threads}/${id}/status`
    return existsSync(status) && /^State:\s+[RSD]/m.test(readFileSync(status, 'utf8'))
  })
}

/** Resolves when the child is gone, after SIGKILL if necessary: a suspended process reacts to nothing else. */
async function endChild(child: ChildProcess, signal: NodeJS.Signals, watchdog: Watchdog): Promise<void> {
  if (!hasEnded(child)) {
    const exited = once(child, 'exit')
    child.ref()
    child.kill(signal)
    const impatient = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
    await exited
    clearTimeout(impatient)
  }
  watchdog.guard(null)
}

/** True also for a child that could not be started. */
function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null
}

function logFile(launch: Launch): string {
  return join(launch.folder, `${launch.name}.log`)
}

function logTail(launch: Launch): string {
  return readFileSync(logFile(launch), 'utf8').slice(-LOG_TAIL_BYTES)
}

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
