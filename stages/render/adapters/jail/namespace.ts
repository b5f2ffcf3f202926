import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Server } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { within } from '../browsers/within.ts'
import type { WardenAnswer } from './warden.worker.ts'

/** A network of its own, in which there is nothing but 127.0.0.1: no packet leaves it. */
export interface Namespace {
  /** A program with these before its own name and arguments runs inside, with the process id that it was started with. */
  readonly enter: readonly string[]
  /** Makes the server listen on a free port of the inside; its connections are the inside's. */
  listen(server: Server): Promise<void>
  isGone(): boolean
  /** Programs inside live on, and are as alone as before. */
  close(): Promise<void>
}

interface Question {
  resolve(inside: Server): void
  reject(error: Error): void
}

/** A warden that takes longer for opening a port is replaced. */
const ANSWER_MS = 5000
/** Nothing of the environment. */
const options = { env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' } }
const program = join(import.meta.dirname, 'warden.worker.ts')

/**
 * How a warden leaves the network of the service by unshare(1), and programs come to it by nsenter(1). By the two capabilities that
 * are taken away the superuser could walk out again; nobody else has them.
 */
const asRoot = {
  leave: ['unshare', '--net'],
  into: [
    '--net',
    '--',
    'setpriv',
    '--bounding-set=-sys_admin,-sys_ptrace',
    '--inh-caps=-sys_admin,-sys_ptrace',
  ],
}
const asUser = {
  leave: ['unshare', '--user', '--map-current-user', '--keep-caps', '--net'],
  into: ['--user', '--preserve-credentials', '--net'],
}

/**
 * Makes a network namespace, with a process in it that opens its ports: the superuser's own, anybody else's together with a
 * user namespace that gives no further rights. Rejects with the reason where the system does not allow it.
 */
export async function openNamespace(startMs: number): Promise<Namespace> {
  const isRoot = process.getuid?.() === 0
  const { leave, into } = isRoot ? asRoot : asUser
  const [unshare = '', ...apart] = leave
  const warden = spawn(unshare, [...apart, '--', process.execPath, program], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // A signal to the group of the service leaves it to the service, whose pages may still load.
    detached: true,
  })
  const enter = ['nsenter', `--target=${warden.pid}`, ...into, '--']
  try {
    await within(startMs, ready(warden), () => new Error(`it took longer than ${startMs} ms`))
    const [command = '', ...first] = enter
    await promisify(execFile)(command, [...first, 'true'], { ...options, timeout: startMs })
    return guarded(warden, enter)
  } catch (error) {
    warden.kill('SIGKILL')
    throw error
  }
}

async function ready(warden: ChildProcess): Promise<void> {
  let words = ''
  warden.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words += text
  })
  const ended = once(warden, 'close').then(() => Promise.reject(new Error(words.trim())))
  await Promise.race([once(warden, 'message'), ended])
}

function guarded(warden: ChildProcess, enter: readonly string[]): Namespace {
  const questions = new Map<number, Question>()
  let count = 0
  let isGone = !warden.connected

  warden.on('message', (answer, handle) => {
    const { id, problem } = answer as Exclude<WardenAnswer, 'ready'>
    const question = questions.get(id)
    questions.delete(id)
    if (problem !== null) question?.reject(new Error(problem))
    else if (question === undefined) (handle as Server).close()
    else question.resolve(handle as Server)
  })
  function lose(): void {
    isGone = true
    for (const { reject } of questions.values()) reject(new Error('The network namespace is lost'))
    questions.clear()
  }
  function giveUp(): Error {
    lose()
    warden.kill('SIGKILL')
    return new Error('The network namespace does not answer')
  }
  warden.once('disconnect', lose)
  // A signal that can't be sent.
  warden.on('error', () => {})

  function ask(): Promise<Server> {
    return new Promise((resolve, reject) => {
      const id = ++count
      questions.set(id, { resolve, reject })
      warden.send(id, (error) => error && lose())
    })
  }

  return {
    enter,
    async listen(server) {
      server.listen(await within(ANSWER_MS, ask(), giveUp))
      await once(server, 'listening')
    },
    isGone: () => isGone,
    async close() {
      if (warden.exitCode !== null || warden.signalCode !== null) return
      warden.kill('SIGKILL')
      await once(warden, 'exit')
    },
  }
}
