import { formatMs } from '../../../ui/format.ts'
import { useNow } from '../../../ui/notice.tsx'
import { progressInWords } from '../run/progress-words.ts'

/** Milliseconds after which the wait is explained. */
const LONG_MS = 8000
/** The seconds are shown in tenths. */
const TENTH_MS = 100

/** What is under way, and for how long. `startedAt`: milliseconds since the epoch. */
export function Working({ checks, startedAt }: { checks: readonly string[]; startedAt: number }) {
  const ms = Math.max(0, useNow(1000) - startedAt)
  return (
    <>
      <p role="status" class="progress-words">
        {progressInWords(checks)}:{' '}
        <span class="number">{formatMs(Math.round(ms / TENTH_MS) * TENTH_MS)}</span>
      </p>
      {ms >= LONG_MS && (
        <p class="small">A page that keeps loading takes until its timeout. You can cancel at any time.</p>
      )}
    </>
  )
}
