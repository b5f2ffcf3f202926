import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Server } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { withTimeout } from '../../../../shared/async/timeout.ts'
import type { NamespaceReply } from './namespace.worker.ts'

/** A network of its own, in which there is nothing but 127.0.0.1: no packet leaves it. */
export interface NetworkNamespace {
  /** A program with these before its own name and arguments runs inside, with the process id that it was started with. */
  readonly entryCommand: readonly string[]
  /** Makes the server listen on a free port of the inside; its connections are the inside's. */
  listen(server: Server): Promise<void>
  isLost(): boolean
  /** Programs inside live on, and are as alone as before. */
  close(): Promise<void>
}

interface PendingListen {
  resolve(inside: Server): void
  reject(error: Error): void
}

/** A warden that takes longer for opening a port is replaced. */
const REPLY_TIMEOUT_MS = 5000
/** Nothing of the environment. */
const spawnOptions = { env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' } }
const workerFile = join(import.meta.dirname, 'namespace.worker.ts')

/**
 * How a warden leaves the network of the service by unshare(1), and programs come to it by nsenter(1). By the two capabilities that
 * are taken away the superuser could walk out again; nobody else has them.
 */
const rootCommands = {
  create: ['unshare', '--net'],
  enter: [
    '--net',
    '--',
    'setpriv',
    '--bounding-set=-sys_admin,-sys_ptrace',
    '--inh-caps=-sys_admin,-sys_ptrace',
  ],
}
const userCommands = {
  create: ['unshare', '--user', '--map-current-user', '--keep-caps', '--net'],
  enter: ['--user', '--preserve-credentials', '--net'],
}

/**
 * Makes a network namespace, with a process in it that opens its ports: the superuser's own, anybody else's together with a
 * user namespace that gives no further rights. Rejects with the reason where the system does not allow it.
 */
export async function openNetworkNamespace(timeoutMs: number): Promise<NetworkNamespace> {
  const isRoot = process.getuid?.() === 0
  const { create, enter } = isRoot ? rootCommands : userCommands
  const [unshare = '', ...createArguments] = create
  const worker = spawn(unshare, [...createArguments, '--', process.execPath, workerFile], {
    ...spawnOptions,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // A signal to the group of the service leaves it to the service, whose pages may still load.
    detached: true,
  })
  const entryCommand = ['nsenter', `--target=${worker.pid}`, ...enter, '--']
  try {
    await withTimeout(
      timeoutMs,
      waitUntilReady(worker),
      () => new Error(`it took longer than ${timeoutMs} ms`),
    )
    const [command = '', ...leadingArguments] = entryCommand
    await promisify(execFile)(command, [...leadingArguments, 'true'], { ...spawnOptions, timeout: timeoutMs })
    return superviseWorker(worker, entryCommand)
  } catch (error) {
    worker.kill('SIGKILL')
    throw error
  }
}

async function waitUntilReady(worker: ChildProcess): Promise<void> {
  let stderr = ''
  worker.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const exited = once(worker, 'close').then(() => Promise.reject(new Error(stderr.trim())))
  await Promise.race([once(worker, 'message'), exited])
}

function superviseWorker(worker: ChildProcess, entryCommand: readonly string[]): NetworkNamespace {
  const pendingListens = new Map<number, PendingListen>()
  let lastId = 0
  let isLost = !worker.connected

  worker.on('message', (answer, handle) => {
    const { id, problem } = answer as Exclude<NamespaceReply, 'ready'>
    const pending = pendingListens.get(id)
    pendingListens.delete(id)
    if (problem !== null) pending?.reject(new Error(problem))
    else if (pending === undefined) (handle as Server).close()
    else pending.resolve(handle as Server)
  })
  function markLost(): void {
    isLost = true
    for (const { reject } of pendingListens.values()) reject(new Error('The network namespace is lost'))
    pendingListens.clear()
  }
  function killUnresponsive(): Error {
    markLost()
    worker.kill('SIGKILL')
    return new Error('The network namespace does not answer')
  }
  worker.once('disconnect', markLost)
  // A signal that can't be sent.
  worker.on('error', () => {})

  function requestListen(): Promise<Server> {
    return new Promise((resolve, reject) => {
      const id = ++lastId
      pendingListens.set(id, { resolve, reject })
      worker.send(id, (error) => error && markLost())
    })
  }

  return {
    entryCommand,
    async listen(server) {
      server.listen(await withTimeout(REPLY_TIMEOUT_MS, requestListen(), killUnresponsive))
      await once(server, 'listening')
    },
    isLost: () => isLost,
    async close() {
      if (worker.exitCode !== null || worker.signalCode !== null) return
      worker.kill('SIGKILL')
      await once(worker, 'exit')
    },
  }
}
