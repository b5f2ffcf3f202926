import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { unavailable } from '#shared/errors.ts'
import type { DecoderReply, DecoderResults } from '../../images/decoder-program.ts'
import { type DecoderTasks, ImageRejected } from '../../images/image-decoder.ts'

/** A process that decodes images, one at a time. The task is alone in it. */
export interface DecoderProcess extends DecoderTasks {
  readonly isAlive: boolean
  /** Ends the process; a running task rejects. */
  end(): void
}

const PROGRAM = fileURLToPath(new URL('./decoder.worker.ts', import.meta.url))
/** Milliseconds. A process loads its program within this time, also on a busy machine. */
const START_MS = 30_000

/**
 * Starts a process. Rejects with `SERVICE_UNAVAILABLE` when it cannot be started. The process ends with this one, however
 * that ends, and does not keep this one alive.
 */
export async function startDecoderProcess(): Promise<DecoderProcess> {
  const child = await forkReady().catch((error: unknown) => {
    throw unavailable('image decoder', error)
  })
  return {
    async run(task, signal) {
      const reply = nextReply(child, signal)
      child.send(task)
      const message = await reply
      if (message.kind !== 'done') throw new ImageRejected(message.kind === 'failed' ? message.message : '')
      return message.result as DecoderResults[typeof task.kind]
    },
    get isAlive() {
      return child.connected && !child.killed
    },
    end: () => void child.kill('SIGKILL'),
  }
}

async function forkReady(): Promise<ChildProcess> {
  const child = fork(PROGRAM, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // No secret of the settings is where hostile files are read.
    env: {},
    execArgv: [],
  })
  child.on('error', () => undefined) // `nextReply` reports it
  child.unref()
  child.channel?.unref()
  await nextReply(child, AbortSignal.timeout(START_MS))
  return child
}

/** The next message of the process. Ends the process when the signal aborts. */
function nextReply(child: ChildProcess, signal: AbortSignal): Promise<DecoderReply> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => {
      signal.removeEventListener('abort', onAbort)
      child.off('message', onMessage).off('disconnect', onEnd).off('error', onEnd)
      end()
    }
    const onMessage = (message: unknown) => settle(() => resolve(message as DecoderReply))
    const onEnd = () => settle(() => reject(new ImageRejected('the decoder process ended')))
    const onAbort = () => {
      child.kill('SIGKILL')
      settle(() => reject(signal.reason))
    }
    child.on('message', onMessage).on('disconnect', onEnd).on('error', onEnd)
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
    else if (!child.connected) onEnd()
  })
}
