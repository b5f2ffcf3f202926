import { setTimeout as delay } from 'node:timers/promises'
import type { GrpcServer } from '#shared/rpc/server.ts'
import type { OpenPostgres } from './postgres.ts'

const INTERVAL_MS = 500

/**
 * Tells callers of the server twice a second whether the database answers: without it nothing of batches can be read or
 * changed. Returns what ends that.
 */
export function reportHealth(
  database: Pick<OpenPostgres, 'ping'>,
  server: Pick<GrpcServer, 'setNeed'>,
): () => void {
  let hasEnded = false
  async function report(): Promise<void> {
    while (!hasEnded) {
      const isThere = await database.ping().then(
        () => true,
        () => false,
      )
      if (!hasEnded) server.setNeed('postgres', isThere)
      await delay(INTERVAL_MS, undefined, { ref: false })
    }
  }
  void report()
  return () => {
    hasEnded = true
  }
}
