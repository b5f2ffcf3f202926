import { signal } from '@preact/signals'
import { useContext, useState } from 'preact/hooks'
import type { SnapshotResult } from '#shared/operations/results/snapshot-result.ts'
import type { ApiError } from '../../../../api/api-error.ts'
import { inspect } from '../../../../api/inspect.ts'
import { apiKey } from '../../../../state/api-key.ts'
import { asApiError } from '../../../../state/resource.ts'
import { ErrorNotice } from '../../../../ui/notice.tsx'
import { type CaptureRequest, makeCaptures } from './captures.ts'
import { locatable, type Mark } from './marks.ts'
import { OutlinePageContext } from './outline-page.tsx'
import { OutlinedImage } from './outlined-image.tsx'

export interface OutlinedScreenshotProps {
  readonly url: string
  /** The device whose viewport the check used. */
  readonly device: string
  readonly marks: readonly Mark[]
}

const captures = makeCaptures(take)
/** Screenshots taken so far: with each, buttons may show theirs at once. */
const taken = signal(0)

async function take({ url, device, selectors }: CaptureRequest): Promise<SnapshotResult> {
  const body = { url, device, fullPage: true, locate: selectors }
  const request = { method: 'POST', path: 'snapshot', query: {}, body } as const
  const { result } = await inspect(request, false, new AbortController().signal)
  return result as SnapshotResult
}

type State =
  | { readonly kind: 'closed' | 'taking' }
  | { readonly kind: 'shown'; readonly result: SnapshotResult }
  | { readonly kind: 'failed'; readonly error: ApiError }

/**
 * A button that shows the marks on a screenshot of the whole page. The first one of a page takes a snapshot, which locates what all
 * findings name; the others show the same one.
 */
export function OutlinedScreenshot({ url, device, marks }: OutlinedScreenshotProps) {
  const page = useContext(OutlinePageContext)
  const [state, setState] = useState<State>({ kind: 'closed' })
  const own = locatable(marks.map(({ selector }) => selector))
  const request = { url, device, selectors: own }
  void taken.value
  const isKnown = captures.known(request) !== null
  const show = () => {
    setState({ kind: 'taking' })
    const all = isKnown ? own : locatable(own, page?.selectors)
    captures.capture({ ...request, selectors: all }).then(
      (result) => {
        taken.value += 1
        setState({ kind: 'shown', result })
      },
      (error) => setState({ kind: 'failed', error: asApiError(error) }),
    )
  }
  const isShown = state.kind === 'shown'
  // A screenshot is taken with a key.
  if (own.length === 0 || apiKey.value === null) return null
  return (
    <div class="stack outlines">
      <p class="row">
        <button
          type="button"
          aria-expanded={isShown}
          aria-disabled={state.kind === 'taking'}
          onClick={isShown ? () => setState({ kind: 'closed' }) : () => state.kind !== 'taking' && show()}
        >
          {isShown ? 'Hide the screenshot' : 'Show on the page'}
        </button>
        <span class="small" role="status">
          {state.kind === 'taking' ? 'Taking a screenshot of the page…' : !isShown && !isKnown && COST}
        </span>
      </p>
      {state.kind === 'failed' && <ErrorNotice error={state.error} retry={show} />}
      {isShown && <OutlinedImage result={state.result} marks={marks} />}
    </div>
  )
}

const COST = 'Takes one snapshot, which counts for your quota. It serves all findings of this page.'
