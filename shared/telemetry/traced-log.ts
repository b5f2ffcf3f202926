import type { EventLog, NewRecord } from '#shared/ports/event-log.ts'
import type { Tracer } from '#shared/telemetry/tracer.ts'
import { errorLabel } from '#shared/telemetry/tracer.ts'

/** `messaging.system` of the semantic conventions. */
export type MessagingSystem = 'kafka' | 'sqlite'

const TRACE_HEADER = 'ce_traceparent'

/**
 * A log with a span for each appended record that belongs to a trace (OpenTelemetry, messaging conventions: `send`). The
 * record carries the context of the span, so that the spans of its consumers are below it.
 */
export function tracedLog(log: EventLog, tracer: Tracer, system: MessagingSystem): EventLog {
  return {
    ...log,
    async append(records) {
      const sends = records.map((record) => beginSend(tracer, system, record))
      try {
        const places = await log.append(sends.map(({ record }) => record))
        for (const { end } of sends) end(null)
        return places
      } catch (error) {
        for (const { end } of sends) end(errorLabel(error))
        throw error
      }
    },
  }
}

function beginSend(tracer: Tracer, system: MessagingSystem, record: NewRecord) {
  const parent = record.headers[TRACE_HEADER]?.toString() ?? null
  if (parent === null) return { record, end() {} }
  const attributes = {
    'messaging.system': system,
    'messaging.operation.type': 'send',
    'messaging.operation.name': 'send',
    'messaging.destination.name': record.topic,
    'messaging.message.id': record.headers.ce_id?.toString() ?? '',
  }
  const span = tracer.startSpan({ name: `send ${record.topic}`, kind: 'producer', attributes }, parent)
  const headers = { ...record.headers, [TRACE_HEADER]: span.traceparent ?? parent }
  return { record: { ...record, headers }, end: span.end }
}
