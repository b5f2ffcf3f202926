import { useEffect, useState } from 'preact/hooks'
import type { SiteReport } from '#shared/operations/results/site-report.ts'
import type { ApiError } from '../../../../api/api-error.ts'
import { callJson } from '../../../../api/client.ts'
import { asApiError } from '../../../../state/resource.ts'
import { Choice } from '../../../../ui/form/filter-fields.tsx'
import { formatTime } from '../../../../ui/format.ts'
import { ErrorNotice } from '../../../../ui/notice.tsx'
import { isolatedText } from '../../../../ui/page/control-marks.ts'
import { type ListedBatch, shortId } from '../../batch.ts'
import { readPages, readResultLine } from '../../calls.tsx'
import { subjectOf } from '../../result-line.ts'
import { type Candidate, earlierThan, isComparable, isRead } from './candidates.ts'

/** Earlier batches whose first result is read. */
const LOOKED_AT = 30

/** The choice of an earlier batch of the same site and operation, which stands in the address. */
export function CompareChoice({ batch, compare }: { batch: SiteReport['batch']; compare: string }) {
  const { candidates, isLooking, error } = useCandidates(batch)
  const isListed = compare === '' || candidates.some((one) => one.id === compare)
  return (
    <div class="stack tight">
      <Choice
        label="Compare with"
        name="compare"
        value={compare}
        all="Choose an earlier crawl"
        choices={[...(isListed ? [] : [[compare, shortId(compare)] as const]), ...candidates.map(choiceOf)]}
      />
      <p class="small" role="status">
        {isLooking
          ? 'Looking for earlier crawls of this site…'
          : candidates.length === 0 && 'No earlier crawl of this site with the same check has finished.'}
      </p>
      {error !== null && <ErrorNotice error={error} />}
    </div>
  )
}

function choiceOf({ id, url, created_at }: Candidate): readonly [value: string, text: string] {
  return [id, `${formatTime(created_at)}: ${isolatedText(url)} (${shortId(id)})`]
}

function useCandidates(batch: SiteReport['batch']) {
  const [candidates, setCandidates] = useState<readonly Candidate[]>([])
  const [isLooking, setLooking] = useState(true)
  const [error, setError] = useState<ApiError | null>(null)
  useEffect(() => {
    const { signal, ending } = abortable()
    const add = (one: Candidate) => setCandidates((known) => [...known, one])
    findCandidates(batch, signal, add)
      .catch((problem) => signal.aborted || setError(asApiError(problem)))
      .finally(() => signal.aborted || setLooking(false))
    return ending
  }, [batch.id])
  return { candidates, isLooking, error }
}

function abortable() {
  const controller = new AbortController()
  return { signal: controller.signal, ending: () => controller.abort() }
}

async function findCandidates(
  batch: SiteReport['batch'],
  signal: AbortSignal,
  add: (candidate: Candidate) => void,
): Promise<void> {
  const query = { state: 'finished', limit: '1000' }
  const { batches } = await callJson<{ batches: ListedBatch[] }>('batches', { query, signal })
  for (const { id, created_at } of earlierThan(batches, batch).slice(0, LOOKED_AT)) {
    const line = await readResultLine(id, 0, signal)
    if (signal.aborted) return
    const subject = line && subjectOf(line)
    if (subject === null || !isComparable(subject, batch) || !(await hasPages(id, signal))) continue
    if (!signal.aborted) add({ id, created_at, ...subject })
  }
}

/** Rows in which a page is looked for. A crawl that read none of its start pages has hardly more. */
const ROWS = 100

/** Whether a page was read: without any there is nothing to compare with. */
async function hasPages(id: string, signal: AbortSignal): Promise<boolean> {
  const { rows } = await readPages(id, { after: 0, limit: ROWS, most: 1, matches: isRead }, signal)
  return rows.length > 0
}
