import { type Class, kafkajsModule } from '../protocol/kafkajs.ts'

/** The parts of kafkajs 2.2.4 used here: src/network/requestQueue. */
interface RequestQueue {
  pending: unknown[]
  /** Milliseconds since the epoch; -1 if the broker has never throttled this client. */
  throttledUntil: number
  throttleCheckTimeoutId: NodeJS.Timeout | null
  checkPendingRequests(): void
  scheduleCheckPendingRequests(): void
}

const RECHECK_MS = 10

/**
 * Patches kafkajs 2.2.4 to set its throttle timer only while requests are pending. It sets the timer after
 * every response, with a negative delay: an idle client then wakes every millisecond, and Node prints
 * TimeoutNegativeWarning (kafkajs issue 1751).
 */
export function patchRequestTimer(): void {
  const { prototype } = kafkajsModule<Class<RequestQueue>>('network/requestQueue')
  prototype.scheduleCheckPendingRequests = schedule
}

function schedule(this: RequestQueue): void {
  if (this.pending.length === 0 || this.throttleCheckTimeoutId !== null) return
  const throttledFor = this.throttledUntil - Date.now()
  this.throttleCheckTimeoutId = setTimeout(
    () => {
      this.throttleCheckTimeoutId = null
      this.checkPendingRequests()
    },
    throttledFor > 0 ? throttledFor : RECHECK_MS,
  )
}
