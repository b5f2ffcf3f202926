import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runCommand } from '../command.ts'
import { freePorts, startService } from '../process.ts'
import type { RunningService } from '../service.ts'
import { type ProgramName, type ServerPrograms, serverPrograms } from './programs.ts'

/** Small, and safe: a test may kill it. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  max_connections: '200',
  shared_buffers: '64MB',
  wal_keep_size: '256MB',
  jit: 'off',
  timezone: 'UTC',
}
/** Includes the recovery after a crash, on a busy machine. */
const START_TIMEOUT_MS = 60_000
const POLL_MS = 20

export const dataOf = (folder: string): string => join(folder, 'data')

/** Runs a program of the server as its user; rejects with the end of its output when it fails. */
export function runProgram(
  programs: ServerPrograms,
  name: ProgramName,
  args: readonly string[],
  cwd?: string,
): Promise<string> {
  const [command = '', ...before] = programs.command(name)
  return runCommand(command, [...before, ...args], cwd === undefined ? {} : { cwd })
}

/**
 * Starts a server on the data in `folder/data`, on a port of its own, with its local socket in `folder`. `stop` ends its
 * sessions at once, `kill` ends all of its processes by SIGKILL. `env` makes the settings of the application from
 * the port; `more` are settings of the server besides.
 */
export async function startServer(
  folder: string,
  env: (port: number) => Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = {},
): Promise<RunningService> {
  const programs = await serverPrograms()
  const [port = 0] = await freePorts(1)
  const settings = { ...SETTINGS, port, unix_socket_directories: folder, ...more }
  const [command = '', ...before] = programs.command('postgres')
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const service = await startService({
    name: 'postgres',
    command,
    args: [...before, '-D', dataOf(folder), ...given],
    folder,
    port,
    env: env(port),
    ping: async () =>
      void (await runProgram(programs, 'pg_isready', [
        '-q',
        '-t',
        '1',
        '-h',
        '127.0.0.1',
        '-p',
        String(port),
      ])),
    startTimeoutMs: START_TIMEOUT_MS,
    stopSignal: 'SIGINT', // "fast shutdown": SIGTERM waits for clients
  })
  return withSessions(service, folder)
}

/**
 * Each session of the server is a process of its own, which goes on for a while when the first process is killed or
 * suspended alone.
 */
function withSessions(service: RunningService, folder: string): RunningService {
  const processes = () => {
    const first = firstProcess(folder)
    return first === null ? [] : [first, ...childrenOf(first)]
  }
  return {
    ...service,
    async kill() {
      const pids = processes()
      await service.kill()
      for (const pid of pids) signal(pid, 'SIGKILL')
      while (pids.some(isAlive)) await sleep(POLL_MS)
    },
    async suspend() {
      await service.suspend()
      for (const pid of processes()) signal(pid, 'SIGSTOP')
    },
    resume() {
      for (const pid of processes()) signal(pid, 'SIGCONT')
    },
  }
}

/** The first line of this file is the id of the server's first process ("Database File Layout" of the manual). */
function firstProcess(folder: string): number | null {
  const file = join(dataOf(folder), 'postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : null
}

/** By proc(5); empty where there is no /proc. */
function childrenOf(pid: number): number[] {
  const file = `/proc/${pid}/task/${pid}/children`
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // it has ended
  }
}

/** False for a zombie, whose parent has not asked for it yet. */
function isAlive(pid: number): boolean {
  const file = `/proc/${pid}/stat`
  try {
    return !/\) Z /.test(readFileSync(file, 'latin1'))
  } catch {
    return false
  }
}
