import { Piscina } from 'piscina'
import { threadLimits } from '#shared/async/thread-limits.ts'
import { Failure } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import type { AuditAnswer, AuditTask } from '../audit.worker.ts'

export interface AuditPoolOptions {
  readonly threads: number
  /** Milliseconds for one page. */
  readonly timeoutMs: number
  /** MiB of heap at which a thread is ended. */
  readonly memoryMb: number
  readonly logger: Pick<Log, 'warn'>
}

/** Threads that parse and audit pages, so that no page blocks the stage. */
export interface AuditPool {
  /**
   * Audits one page. The memory of the body may move to a thread: do not read it afterwards.
   * Rejects with TIMEOUT or RESPONSE_TOO_LARGE when the page exceeds a budget (its thread is replaced), and with
   * the reason of `signal` when that is aborted.
   */
  run(task: AuditTask, signal: AbortSignal): Promise<AuditAnswer>
  stop(): Promise<void>
}

const MIB = 1024 * 1024
/** Idle threads are ended after this time, in milliseconds. */
const IDLE_MS = 30_000

/** Starts a pool of audit threads. */
export function startAuditPool({ threads, timeoutMs, memoryMb, logger }: AuditPoolOptions): AuditPool {
  const pool = new Piscina<AuditTask, AuditAnswer>({
    filename: new URL('../audit.worker.ts', import.meta.url).href,
    minThreads: 1,
    maxThreads: threads,
    idleTimeout: IDLE_MS,
    resourceLimits: threadLimits(memoryMb),
  })
  // A thread that dies after its task was answered has no caller to report to.
  pool.on('error', (err) => logger.warn({ err }, 'an audit thread ended unexpectedly'))
  return {
    async run(task, signal) {
      const late = AbortSignal.timeout(timeoutMs)
      try {
        const options = { name: 'audit', signal: AbortSignal.any([signal, late]) }
        return await pool.run(task, { ...options, transferList: ownMemory(task.body) })
      } catch (error) {
        signal.throwIfAborted()
        throw budgetFailure(error, { url: task.request.url, isLate: late.aborted, timeoutMs, memoryMb })
      }
    },
    stop: () => pool.destroy(),
  }
}

/** Buffers to transfer to the thread instead of copying: the body, where its buffer holds nothing else. */
function ownMemory({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
}

interface BudgetContext extends Pick<AuditPoolOptions, 'timeoutMs' | 'memoryMb'> {
  readonly url: string
  readonly isLate: boolean
}

/** The failure of a page that exceeded a budget. Only this page fails; the next one is audited. */
function budgetFailure(cause: unknown, { url, isLate, timeoutMs, memoryMb }: BudgetContext): unknown {
  if (isLate) {
    const details = { url, timeout_ms: timeoutMs }
    return new Failure('TIMEOUT', `The page could not be audited within ${timeoutMs} ms`, { details, cause })
  }
  if ((cause as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') return cause
  const details = { url, limit_bytes: memoryMb * MIB }
  return new Failure('RESPONSE_TOO_LARGE', 'The page needs more memory than a page may take', {
    details,
    cause,
  })
}
