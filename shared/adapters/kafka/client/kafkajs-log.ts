import { type LogEntry, logLevel } from 'kafkajs'
import type { AdapterLog } from '../../common/adapter-log.ts'

/** While a broker is away the same line would come many times a second. */
const REPEAT_AFTER_MS = 10_000
const REMEMBERED_LINES = 200

/**
 * Passes on what kafkajs reports, one level lower: what it calls an error is one failed attempt, which is repeated here
 * or reported to the caller (coordinator not there yet, topic exists, group rebalances …). Repetitions are left out.
 */
export function kafkajsLogCreator(log: AdapterLog | undefined): () => (entry: LogEntry) => void {
  const lastLogged = new Map<string, number>()

  function isRepeated(line: string): boolean {
    const now = Date.now()
    const before = lastLogged.get(line)
    if (before !== undefined && now - before < REPEAT_AFTER_MS) return true
    if (lastLogged.size >= REMEMBERED_LINES) lastLogged.clear()
    lastLogged.set(line, now)
    return false
  }

  return () =>
    ({ level, namespace, log: { message, error, broker, groupId } }) => {
      if (!log || isRepeated(`${namespace} ${message} ${error}`)) return
      const details = { part: namespace, error, broker, groupId }
      if (level === logLevel.ERROR) log.warn(details, `Kafka: ${message}`)
      else log.info(details, `Kafka: ${message}`)
    }
}
