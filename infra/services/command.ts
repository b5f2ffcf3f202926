import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const OUTPUT_LIMIT = 64 * 1024 * 1024
const ERROR_TAIL = 2000
/** Another process may be installing packages. */
const LOCK_TIMEOUT_S = 120

/** The working folder, and settings in addition to those of this process. */
interface CommandOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

/** Runs a program to its end and returns its output; rejects with the end of the output when the program fails. */
export async function runCommand(
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<string> {
  const env = { ...process.env, ...options.env }
  try {
    const { stdout, stderr } = await run(command, args, { ...options, env, maxBuffer: OUTPUT_LIMIT })
    return stdout + stderr
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string }
    throw new Error(`${command}: ${(stdout + stderr).slice(-ERROR_TAIL) || message}`, { cause: error })
  }
}

/** Whether the program starts, and ends with 0: with `--version`, whether it is installed. */
export async function succeeds(
  command: string,
  args: readonly string[],
  options?: CommandOptions,
): Promise<boolean> {
  return runCommand(command, args, options).then(
    () => true,
    () => false,
  )
}

let lastInstall: Promise<void> = Promise.resolve()

/** Says on stderr what set-up does, before it does it: stdout belongs to the program that runs afterwards. */
export function announce(text: string): void {
  process.stderr.write(`set-up: ${text}\n`)
}

/**
 * Installs Debian packages, one call after the other, since the package manager has a lock. Asks nothing, and announces
 * the packages with the purpose. Rejects when this machine is not Debian, the user is not root, or the packages are not
 * available.
 */
export function installPackages(packages: readonly string[], purpose: string): Promise<void> {
  const install = lastInstall.catch(() => {}).then(() => installNow(packages, purpose))
  lastInstall = install
  return install
}

async function installNow(packages: readonly string[], purpose: string): Promise<void> {
  if (process.getuid?.() !== 0) throw new Error(`not root, so not installing ${packages.join(', ')}`)
  announce(`installing the system packages ${packages.join(', ')} (${purpose}; a minute or two)`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const wait = ['-o', `DPkg::Lock::Timeout=${LOCK_TIMEOUT_S}`]
  const args = ['install', '-y', '--no-install-recommends', ...wait, ...packages]
  await runCommand('apt-get', args, { env }).catch(async () => {
    await runCommand('apt-get', ['update', ...wait], { env })
    await runCommand('apt-get', args, { env })
  })
}

/** The folder outside the checkout that keeps programs for tests between runs (XDG Base Directory Specification). */
export function cacheFolder(name: string): string {
  const base = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
  return join(base, 'pageprobe', name)
}

/**
 * Fills `folder` by `fill(emptyFolder)` unless it exists. The change is atomic: an interrupted run leaves no partial
 * folder, and of several processes that fill it at once the first one wins.
 */
export async function fillOnce(folder: string, fill: (folder: string) => Promise<void>): Promise<void> {
  if (existsSync(folder)) return
  await mkdir(dirname(folder), { recursive: true })
  const draft = await mkdtemp(`${folder}.draft-`)
  try {
    await fill(draft)
    await rename(draft, folder).catch((error) => {
      if (!existsSync(folder)) throw error
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}
