import type Koa from 'koa'
import type { Log } from '#shared/log.ts'
import type { CallState } from './call-state.ts'

/** Error codes of a client that disconnects. */
const disconnectCodes: ReadonlySet<unknown> = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'])

/** Logs errors while an answer is sent, except those of a client that disconnects. */
export function logResponseErrors(app: Koa<CallState>, logger: Log): void {
  app.on('error', (error: NodeJS.ErrnoException) => {
    if (!disconnectCodes.has(error.code))
      logger.error({ err: error }, 'an answer broke off while it was sent')
  })
}
