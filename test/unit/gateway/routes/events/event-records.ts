import type { NewRecord } from '#shared/ports/event-log.ts'

/** The outcome of an external producer's request as the log has it: CloudEvents, Kafka binding, binary mode. */
export function outcome(topic: string, id: string, value: unknown = { n: id }, more = {}): NewRecord {
  const headers = {
    ce_specversion: '1.0',
    ce_id: `${id}:outcome`,
    ce_source: '/pageprobe',
    ce_type: `${topic}.v1`,
    ce_subject: id,
    ce_lane: 'batch',
    ce_time: '2026-11-22T05:29:58.762Z',
    'content-type': 'application/json',
    ...more,
  }
  return { topic, key: 'shop.example', value: value === null ? null : JSON.stringify(value), headers }
}

/** Numbered outcomes of one topic. */
export function outcomes(topic: string, count: number, from = 0): NewRecord[] {
  return Array.from({ length: count }, (_, at) => outcome(topic, `${topic} ${from + at}`))
}
