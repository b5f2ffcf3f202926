import type { ExternalRecord, ExternalRequest } from '#test/support/external/external-client.ts'

/** A record that a test puts on a topic of outcomes, as a service of this or an earlier version could have. */
interface MadeRecord extends ExternalRequest {
  readonly topic: string
}

/** The end of an inspection that no service made, on a day of its own. */
export const MADE_DAY = '2026-01-28'
/** Two outcomes of one inspection: the later one is published first. */
export const MADE = 'made'
/** A large result as earlier versions published it: without a value. */
export const WITHOUT_VALUE = 'without-value'
/** Codes of outcomes that are not the first ones of their ids. */
export const NOT_FIRST = 'NOT_FIRST'

/** In another month: tables may be partitioned by time. */
const LATER = '2026-02-02T10:00:00.000Z'
const LAST_SEQUENCE = '9999999999999999'

const attributes = (id: string, host: string, operation: string, more: Readonly<Record<string, string>>) => ({
  ...{ ce_specversion: '1.0', ce_id: `${id}:outcome`, ce_source: '/pageprobe', ce_subject: id },
  ...{
    ce_time: `${MADE_DAY}T10:00:00.000Z`,
    ce_partitionkey: host,
    ce_operation: operation,
    ce_lane: 'batch',
  },
  ...{ 'content-type': 'application/json', ...more },
})

const RESULT = { ce_type: 'result.metadata.v1' }
const FAILURE = { ce_type: 'inspection.failed.v1' }

function value(url: string, more: object): string {
  return JSON.stringify({ operation: 'metadata', parameters: { url }, url, ...more })
}

const failed = (url: string) => value(url, { stage: 'fetch', code: NOT_FIRST, status: 500, message: 'later' })

/** Outcomes of two inspections of the URL's host: one that ended twice, one whose result has no value. */
export function madeRecords(url: string, dataref: string): MadeRecord[] {
  const host = new URL(url).hostname
  const of = (id: string, more: Readonly<Record<string, string>>) => attributes(id, host, 'metadata', more)
  const [first, second] = ['0000000000000003', '0000000000000005'].map((ce_sequence) => ({ ce_sequence }))
  return [
    {
      topic: 'inspection.failed',
      key: host,
      headers: of(MADE, { ...FAILURE, ...second, ce_time: LATER }),
      value: failed(url),
    },
    {
      ...{ topic: 'result.metadata', key: host, headers: of(MADE, { ...RESULT, ...first }) },
      value: value(url, { result: { title: 'first' } }),
    },
    {
      ...{ topic: 'result.metadata', key: host, value: null },
      headers: of(WITHOUT_VALUE, { ...RESULT, ce_dataref: dataref }),
    },
  ]
}

/** A real outcome once more, unchanged, and once as a failure with a later sequence. */
export function repeatsOf({ topic, key, value, headers }: ExternalRecord): MadeRecord[] {
  const host = String(key)
  const { url } = JSON.parse(String(value)) as { url: string }
  const later = { ...headers, ...FAILURE, ce_sequence: LAST_SEQUENCE }
  return [
    { topic, key, value, headers },
    { topic: 'inspection.failed', key: host, value: failed(url), headers: later },
  ]
}
