import { useEffect, useRef, useState } from 'preact/hooks'
import type { ApiError } from '../../../api/api-error.ts'
import { type CallOptions, callJson } from '../../../api/client.ts'
import { completeUrl } from '../../../api/inspection-request.ts'
import { hrefOf } from '../../../state/address.ts'
import { asApiError } from '../../../state/resource.ts'
import { navigate } from '../../../state/route.ts'
import type { Batch } from '../../batches/batch.ts'
import type { BatchForm, Problems } from '../../batches/new/batch-request.ts'
import { hostOf } from '../site.ts'
import { type CrawlForm, crawlProblems, crawlRequest } from './crawl-request.ts'

/** Starts the crawl of a form, then shows its site. */
export function useStart(
  form: CrawlForm,
  described: Pick<BatchForm, 'operation' | 'values'>,
  setProblems: (problems: Problems) => void,
) {
  const [error, setError] = useState<ApiError | null>(null)
  const [isBusy, setBusy] = useState(false)
  const ending = useRef<AbortController | null>(null)
  useEffect(() => () => ending.current?.abort(), [])
  const fail = (failure: ApiError) => {
    setError(failure)
    if (failure.code === 'VALIDATION_ERROR') setProblems(crawlProblems(failure.message))
  }
  const send = (call: CallOptions) => {
    ending.current = new AbortController()
    const { signal } = ending.current
    setBusy(true)
    callJson<Batch>('batches', { method: 'POST', ...call, signal })
      .then(({ id }) => navigate(hrefOf(['sites', hostOf(completeUrl(form.url)) ?? ''], { crawl: id })))
      .catch((problem) => signal.aborted || fail(asApiError(problem)))
      .finally(() => setBusy(false))
  }
  const submit = (event: Event) => {
    event.preventDefault()
    if (isBusy) return
    const request = crawlRequest(form, described)
    setError(null)
    setProblems('problems' in request ? request.problems : {})
    if ('call' in request) send(request.call)
  }
  return { submit, error, isBusy }
}
