import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { succeeds } from '#infra/services/command.ts'

export type Command = readonly [program: string, ...args: string[]]

/** The root of the checkout: paths in commands are relative to it. */
export const root = join(import.meta.dirname, '../..')
/** The folder of compose.yaml: not every program that reads the file resolves paths relative to it. */
export const composeFolder = join(root, 'infra')

/** Settings in addition to those of this process, and the working folder (the root when left out). */
export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
}

/**
 * Runs a program with the output of this process; resolves with its exit code, and rejects when it cannot be started.
 */
export async function inForeground(
  [program, ...args]: Command,
  { env = {}, cwd = root }: RunOptions = {},
): Promise<number> {
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: 'inherit' })
  // Ctrl-C reaches both processes: the program decides when it ends.
  const wait = () => {}
  process.on('SIGINT', wait)
  const [code] = await once(child, 'close').finally(() => process.off('SIGINT', wait))
  return code ?? 1
}

/** As `inForeground`; rejects unless the program ends with 0. */
export async function mustRun(command: Command, options?: RunOptions): Promise<void> {
  const code = await inForeground(command, options)
  if (code !== 0) throw new Error(`${command.slice(0, 3).join(' ')} … ended with ${code}`)
}

/** The programs that build images and run containers on this machine. */
export interface Engine {
  readonly name: 'docker' | 'podman'
  /** The program that reads compose.yaml. */
  readonly compose: Command
  /** Files for the compose program, in order. Paths are relative to the folder of compose.yaml. */
  readonly files: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

const docker: Engine = { name: 'docker', compose: ['docker', 'compose'], files: ['compose.yaml'], env: {} }
const podman: Engine = {
  name: 'podman',
  compose: ['podman-compose'],
  files: ['compose.yaml', 'image/podman.compose.yaml'],
  env: withoutSystemd(),
}

const toolsOfPodman = ['buildah', 'podman', 'runc', 'podman-compose'] as const
const HOW = `Needed is docker with its plugin "compose" and a daemon that answers, or, on Debian:
  apt-get install buildah podman runc netavark aardvark-dns && pip install podman-compose==1.6.0`

/** The compose command for the files of the engine and `more`, as its first arguments. */
export function composeOf({ compose, files }: Engine, ...more: readonly string[]): Command {
  return [...compose, ...[...files, ...more].flatMap((file) => ['-f', file])]
}

/** Docker where its daemon answers, else podman with its helpers. Rejects with the missing programs. */
export async function findEngine(): Promise<Engine> {
  const hasDocker = (await succeeds('docker', ['info'])) && (await succeeds('docker', ['compose', 'version']))
  if (hasDocker) return docker
  const missing: string[] = []
  for (const tool of toolsOfPodman) if (!(await succeeds(tool, ['--version']))) missing.push(tool)
  if (missing.length === 0) return podman
  throw new Error(`No docker daemon answers, and these are missing: ${missing.join(', ')}.\n${HOW}`)
}

/**
 * Settings of podman without systemd: by default, health checks are timers of systemd, and cgroups and the journal
 * are its own.
 */
function withoutSystemd(): Record<string, string> {
  if (existsSync('/run/systemd/system')) return {}
  return {
    CONTAINERS_CONF: join(import.meta.dirname, 'containers.conf'),
    DISABLE_HC_SYSTEMD: 'true',
  }
}
