import { type ChildProcess, spawn } from 'node:child_process'
import { statfs } from 'node:fs/promises'
import type { Readable, Writable } from 'node:stream'
import puppeteer, { type Browser, type CDPSession, type ConnectionTransport } from 'puppeteer-core'
import { abortable, withTimeout } from '../../../../../shared/async/timeout.ts'
import type { NetworkSandbox } from '../../network-sandbox/network-sandbox.ts'
import { openDevtoolsPipe, type PipeLimits } from './devtools-pipe.ts'
import { egressFlags } from './egress-flags.ts'
import type { ProfileOwner } from './profiles.ts'
import { mergeFlags, renderFlags } from './render-flags.ts'

export interface LaunchOptions {
  readonly executablePath: string
  /** An empty folder that is the browser's alone. */
  readonly profile: string
  readonly isSandboxed: boolean
  /** As whom it runs; null for as whom the service does. */
  readonly user: ProfileOwner | null
  /** Where it runs. */
  readonly networkSandbox: Pick<NetworkSandbox, 'entryCommand'>
  /** Milliseconds until the browser has to answer. */
  readonly launchMs: number
  /** Milliseconds after which a call to the browser fails that it has not answered. */
  readonly protocolMs: number
  /** Of what the browser says. */
  readonly pipe: PipeLimits
  /** Gives the start up. */
  readonly signal: AbortSignal
}

export interface LaunchedBrowser {
  readonly browser: Browser
  /** With the browser itself. One for all: puppeteer gets two confused that are asked for at once. */
  readonly session: CDPSession
  /** Of the browser and, as a process group and session, of all its processes. */
  readonly pid: number
  /** Why its pipe was closed, which ends it; null as long as it was not. */
  closeReason(): string | null
  /** Asks it to go and ends it after `graceMs`; resolves when the process is gone. */
  close(graceMs: number): Promise<void>
}

/** Bytes of shared memory that pages need at least; with less, files of the profile take its place. */
const SHARED_MEMORY_BYTES = 256 * 1024 * 1024
/** Characters kept of what a browser said on stderr. */
const STDERR_TAIL_CHARS = 2000

/**
 * Starts a browser of its own process group that ends with this process, however that ends: it lives as long as the pipe.
 * It gets nothing of the environment. Rejects when it does not come up, and then nothing of it runs.
 */
export async function launchBrowser(options: LaunchOptions): Promise<LaunchedBrowser> {
  const sandboxEntry = await options.networkSandbox.entryCommand()
  // Nobody but the superuser can enter a jail of his.
  const [entersSandbox, user] = [sandboxEntry.length > 0, options.user]
  const [program = '', ...leadingArguments] = [
    ...sandboxEntry,
    ...(entersSandbox ? setprivCommand(user) : []),
    options.executablePath,
  ]
  const child = spawn(program, [...leadingArguments, ...(await chromiumArguments(options))], {
    ...(!entersSandbox && user),
    detached: true,
    cwd: options.profile,
    env: chromiumEnvironment(options.profile),
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  })
  const { exited, stderrTail } = watchProcess(child)
  try {
    const [, , , toBrowser, fromBrowser] = child.stdio
    const { transport, closeReason } = openDevtoolsPipe(
      toBrowser as Writable,
      fromBrowser as Readable,
      options.pipe,
    )
    const connecting = connect(transport, options)
    const earlyExit = exited.then((exit) => Promise.reject(new Error(`it ended at once (${exit})`)))
    const launchTimeout = () => new Error(`it did not answer within ${options.launchMs} ms`)
    const launching = withTimeout(options.launchMs, Promise.race([connecting, earlyExit]), launchTimeout)
    const { browser, session } = await abortable(options.signal, launching)
    return {
      browser,
      session,
      pid: child.pid as number,
      closeReason,
      close: (graceMs) => close(browser, child, exited, graceMs),
    }
  } catch (error) {
    killGroup(child)
    await exited
    const message = `The browser could not be started: ${(error as Error).message}\n${stderrTail()}`
    throw new Error(message.trim(), { cause: error })
  }
}

/** setpriv(1): what the program after it runs as. */
function setprivCommand(user: ProfileOwner | null): string[] {
  if (user === null) return []
  return ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', '--']
}

async function connect(
  transport: ConnectionTransport,
  { protocolMs }: LaunchOptions,
): Promise<Pick<LaunchedBrowser, 'browser' | 'session'>> {
  const browser = await puppeteer.connect({
    transport,
    defaultViewport: null,
    protocolTimeout: protocolMs,
    issuesEnabled: false,
  })
  return { browser, session: await browser.target().createCDPSession() }
}

async function chromiumArguments({ profile, isSandboxed }: LaunchOptions): Promise<string[]> {
  const instanceFlags = [
    '--remote-debugging-pipe',
    `--user-data-dir=${profile}`,
    ...(isSandboxed ? [] : ['--no-sandbox']),
    ...((await hasSharedMemory()) ? [] : ['--disable-dev-shm-usage']),
  ]
  return [...mergeFlags([...renderFlags, ...egressFlags, ...instanceFlags]), 'about:blank']
}

async function hasSharedMemory(): Promise<boolean> {
  try {
    const { bsize, bavail } = await statfs('/dev/shm')
    return bsize * bavail >= SHARED_MEMORY_BYTES
  } catch {
    return false
  }
}

/** The same everywhere, so that pictures are; and no secret of this process is in it. */
function chromiumEnvironment(profile: string): NodeJS.ProcessEnv {
  return { HOME: profile, TMPDIR: profile, PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8', TZ: 'UTC' }
}

function watchProcess(child: ChildProcess): { exited: Promise<string>; stderrTail: () => string } {
  let tail = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-STDERR_TAIL_CHARS)
  })
  const exited = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`))
    // It could not be started at all, or not be killed; then 'exit' decides.
    child.on('error', (error) => child.pid === undefined && resolve(error.message))
  })
  return { exited, stderrTail: () => tail }
}

async function close(
  browser: Browser,
  child: ChildProcess,
  exited: Promise<unknown>,
  graceMs: number,
): Promise<void> {
  try {
    if (graceMs > 0) {
      await withTimeout(graceMs, Promise.all([browser.close(), exited]), () => new Error('it does not end'))
    }
  } catch {
    // Killed below, as if it had not been asked.
  }
  killGroup(child)
  await exited
}

/** All its processes, also those that outlive their browser for a moment. */
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // None of them is left.
  }
}
