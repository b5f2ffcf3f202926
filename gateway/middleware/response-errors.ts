import type Koa from 'koa'
import type { Log } from '#shared/log.ts'
import type { CallState } from './call-state.ts'

/** What breaks an answer when its reader leaves. */
const disconnectCodes: ReadonlySet<unknown> = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'])

/** Logs answers that break while they are sent, unless it is by the reader's leaving: that is no error. */
export function logResponseErrors(app: Koa<CallState>, logger: Log): void {
  app.on('error', (error: NodeJS.ErrnoException) => {
    if (!disconnectCodes.has(error.code)) logger.error({ err: error }, 'an answer broke off')
  })
}
