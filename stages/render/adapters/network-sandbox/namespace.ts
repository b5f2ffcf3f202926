import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Server } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { withTimeout } from '#shared/async/timeout.ts'
import type { NamespaceReply } from './namespace.worker.ts'

/** A network namespace that contains only 127.0.0.1: no packet leaves it. */
export type NetworkNamespace = ReturnType<typeof superviseWorker>

/** A worker that takes longer to open a port is killed and replaced. Milliseconds. */
const REPLY_TIMEOUT_MS = 5000
/** Passes nothing of the environment on. */
const spawnOptions = { env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' } }
const workerFile = join(import.meta.dirname, 'namespace.worker.ts')

/**
 * The worker creates the namespace by unshare(1); programs enter it by nsenter(1). With the two capabilities that setpriv(1) drops,
 * root could leave the namespace again; other users do not have them.
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
 * Creates a network namespace with a worker process in it, which opens ports there. For another user than root, also creates a user
 * namespace, which gives no further rights. Rejects with the reason where the system does not allow it.
 */
export async function openNetworkNamespace(timeoutMs: number): Promise<NetworkNamespace> {
  const isRoot = process.getuid?.() === 0
  const { create, enter } = isRoot ? rootCommands : userCommands
  const [unshare = '', ...createArguments] = create
  const worker = spawn(unshare, [...createArguments, '--', process.execPath, workerFile], {
    ...spawnOptions,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // A signal to the process group of the service must not end the worker: pages may still load while the service stops.
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

function superviseWorker(worker: ChildProcess, entryCommand: readonly string[]) {
  const pendingListens = new Map<number, PromiseWithResolvers<Server>>()
  let lastId = 0
  let isLost = !worker.connected

  worker.on('message', (reply, handle) => {
    const { id, problem } = reply as Exclude<NamespaceReply, 'ready'>
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
    return new Error('The network namespace does not respond')
  }
  worker.once('disconnect', markLost)
  // A signal or message that cannot be sent.
  worker.on('error', () => {})

  function requestListen(): Promise<Server> {
    const id = ++lastId
    const pending = Promise.withResolvers<Server>()
    pendingListens.set(id, pending)
    worker.send(id, (error) => error && markLost())
    return pending.promise
  }

  return {
    /** A command line with this beginning runs its program inside, with the process id of the command. */
    entryCommand,
    /** Makes the server listen on a free port inside; it accepts connections from inside. */
    async listen(server: Server): Promise<void> {
      server.listen(await withTimeout(REPLY_TIMEOUT_MS, requestListen(), killUnresponsive))
      await once(server, 'listening')
    },
    isLost: () => isLost,
    /** Programs inside keep running, without a network. */
    async close(): Promise<void> {
      if (worker.exitCode !== null || worker.signalCode !== null) return
      worker.kill('SIGKILL')
      await once(worker, 'exit')
    },
  }
}
