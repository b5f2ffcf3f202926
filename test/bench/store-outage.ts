import type { RunningService } from '#infra/services/service.ts'
import { batchOverStoreOutage, type StoreOutage } from '#test/support/faults/store-outage.ts'
import type { Row } from './table.ts'

const PAGES = 400
const CALL_EVERY_MS = 10_000
const MAX_REQUESTS = 3
/** Maximum wait of a caller: the time of a page, and that of the store. */
const CALL_MS = 5000

/** A batch of large pages whose object store is killed for a time. */
export async function storeOutage(minio: RunningService, outageMs: number): Promise<Row[]> {
  const outage = await batchOverStoreOutage({ minio, pages: PAGES, outageMs, callEveryMs: CALL_EVERY_MS })
  return rowsOf(outage)
}

function rowsOf({
  requestCounts,
  calls,
  done,
  failed,
  requestedDuringOutage,
  endedAfterMs,
  maxRss,
}: StoreOutage): Row[] {
  const times = Object.entries(Object.groupBy(requestCounts, String))
  const statuses = Object.entries(Object.groupBy(calls, ({ status }) => String(status)))
  const countsText = (counts: [string, unknown[] | undefined][], unit: string) =>
    counts.map(([value, all = []]) => `${all.length} ${unit} ${value}`).join(', ')
  return [
    { figure: 'pages that succeeded', value: `${done}, failed ${failed}`, goal: String(PAGES) },
    {
      figure: 'maximum requests for one page',
      value: String(Math.max(...requestCounts)),
      goal: `<= ${MAX_REQUESTS}`,
    },
    { figure: 'requests for a page', value: countsText(times, 'pages') },
    { figure: 'pages requested during the outage', value: String(requestedDuringOutage) },
    { figure: 'the batch ended after the return, in s', value: (endedAfterMs / 1000).toFixed(1) },
    { figure: 'callers of a large page meanwhile', value: countsText(statuses, 'answered'), goal: '503' },
    {
      figure: 'the slowest of these answers, in ms',
      value: Math.max(...calls.map(({ ms }) => ms)).toFixed(0),
      goal: `<= ${CALL_MS}`,
    },
    { figure: 'maximum RSS of the service in MiB', value: maxRss.toFixed(0) },
  ]
}
