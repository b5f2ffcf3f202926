import { type LogEntry, logLevel } from 'kafkajs'
import type { AdapterLog } from '../adapter-log.ts'

/** While a broker is away the same line would come many times a second. */
const REPEAT_AFTER_MS = 10_000
const REMEMBERED_LINES = 200

/**
 * Passes on what kafkajs reports, one level lower: what it calls an error is one failed attempt, which is repeated here
 * or reported to the caller (coordinator not there yet, topic exists, group rebalances …). Repetitions are left out.
 */
export function kafkaLogLines(log: AdapterLog | undefined): () => (entry: LogEntry) => void {
  const lastSeen = new Map<string, number>()

  function isRepetition(line: string): boolean {
    const now = Date.now()
    const before = lastSeen.get(line)
    if (before !== undefined && now - before < REPEAT_AFTER_MS) return true
    if (lastSeen.size >= REMEMBERED_LINES) lastSeen.clear()
    lastSeen.set(line, now)
    return false
  }

  return () =>
    ({ level, namespace, log: { message, error, broker, groupId } }) => {
      if (!log || isRepetition(`${namespace} ${message} ${error}`)) return
      const details = { part: namespace, error, broker, groupId }
      if (level === logLevel.ERROR) log.warn(details, `Kafka: ${message}`)
      else log.info(details, `Kafka: ${message}`)
    }
}
