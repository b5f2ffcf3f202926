import { type LogEntry, logLevel } from 'kafkajs'
import type { AdapterLog } from '../../common/adapter-log.ts'

/** While a broker is down, kafkajs logs the same line many times a second. */
const REPEAT_AFTER_MS = 10_000
const REMEMBERED_LINES = 200

/**
 * Creates a log creator of kafkajs that forwards its lines one level lower: an error of kafkajs is one failed
 * attempt, which is retried here or reported to the caller (coordinator not available, topic exists, group is
 * rebalancing). Suppresses a line that was logged within the last 10 s.
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
