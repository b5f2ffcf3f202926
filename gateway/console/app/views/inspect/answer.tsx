import { formatMs } from '../../ui/format.ts'
import { ErrorNotice } from '../../ui/notice.tsx'
import { RawJson } from '../../ui/text-box.tsx'
import { ResultView } from './results/result-view.tsx'
import type { Run } from './use-run.ts'

/** What a run came to: its result with the raw JSON, or its failure. */
export function Answer({ operation, run, retry }: { operation: string; run: Run; retry(): void }) {
  const { state } = run
  if (state.kind === 'failed') return <ErrorNotice error={state.error} retry={retry} />
  if (state.kind !== 'done') return null
  return (
    <div class="stack">
      <p class="small" role="status" ref={showIfBelow}>
        {state.answer.isCached ? 'From the cache' : 'New'}, in {formatMs(state.answer.ms)}.
      </p>
      <ResultView operation={operation} result={state.answer.result} parameters={state.values} />
      <RawJson value={state.answer.result} />
    </div>
  )
}

/** Scrolls to a new answer that begins below what is seen, as on a phone. */
function showIfBelow(element: HTMLElement | null): void {
  if (element !== null && element.getBoundingClientRect().top > innerHeight) element.scrollIntoView()
}
