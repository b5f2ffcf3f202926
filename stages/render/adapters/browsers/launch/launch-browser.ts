import { type ChildProcess, spawn } from 'node:child_process'
import { statfs } from 'node:fs/promises'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import puppeteer, { type Browser, type CDPSession, type ConnectionTransport } from 'puppeteer-core'
import { abortable, withTimeout } from '#shared/async/timeout.ts'
import type { NetworkSandbox } from '../../network-sandbox/network-sandbox.ts'
import { egressFlags, mergeFlags, renderFlags } from './chromium-flags.ts'
import { openDevtoolsPipe, type PipeLimits } from './devtools-pipe.ts'
import type { ProfileOwner } from './profiles.ts'

export interface LaunchOptions {
  readonly executablePath: string
  /** An empty folder for this browser only. */
  readonly profile: string
  readonly isSandboxed: boolean
  /** The user that the browser runs as; null: the user of the service. */
  readonly user: ProfileOwner | null
  /** The network namespace that the browser runs in. */
  readonly networkSandbox: Pick<NetworkSandbox, 'entryCommand'>
  /** Milliseconds until the browser has to answer its first call. */
  readonly launchMs: number
  /** Milliseconds after which an unanswered call to the browser fails. */
  readonly protocolMs: number
  /** Limits of the messages of the browser. */
  readonly pipe: PipeLimits
  /** Aborts the launch. */
  readonly signal: AbortSignal
}

export interface LaunchedBrowser {
  readonly browser: Browser
  /** With the browser itself. One for all users: puppeteer confuses two sessions that are requested at the same time. */
  readonly session: CDPSession
  /** Of the browser. It is also the id of the process group and session of all its processes. */
  readonly pid: number
  /** Why this process has closed the pipe of the browser, which ends it; null as long as the pipe is open. */
  closeReason(): string | null
  /** Asks the browser to exit and kills it after `graceMs`; resolves when the process has exited. */
  close(graceMs: number): Promise<void>
}

/** Shared memory that pages need at least, in bytes; with less, Chromium uses files in the profile instead. */
const SHARED_MEMORY_BYTES = 256 * 1024 * 1024
/** Characters of the browser's stderr that are kept for the error message. */
const STDERR_TAIL_CHARS = 2000
/** A process that has closed its pipe ends within this time. */
const EXIT_MS = 500

/**
 * Starts a browser in a process group of its own. The browser exits with this process, even when this process is killed, because its
 * pipe closes then. It gets nothing of the environment of this process. Rejects when the browser does not come up; no process of it
 * is left then.
 */
export async function launchBrowser(options: LaunchOptions): Promise<LaunchedBrowser> {
  const sandboxEntry = await options.networkSandbox.entryCommand()
  // Only root can enter a namespace that root has made, so the user is changed inside.
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
    const earlyExit = exited.then((exit) => Promise.reject(new Error(`it ended at once (${exit})`)))
    // A program that ends closes its pipe first, and the exit says more.
    const connecting = connect(transport, options).catch((error: unknown) =>
      Promise.race([earlyExit, delay(EXIT_MS).then(() => Promise.reject(error))]),
    )
    const launchTimeout = () => new Error(`it did not respond within ${options.launchMs} ms`)
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

/** setpriv(1), which runs the program after it as the user. */
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

/** The same on all machines, so that images are the same; and without the secrets of this process. */
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
    // Without a pid the process could not be started; otherwise a signal could not be sent, and 'exit' follows.
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
    // The browser is killed below.
  }
  killGroup(child)
  await exited
}

/** Kills all processes of the browser, including those that outlive it for a moment. */
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // No process is left.
  }
}
