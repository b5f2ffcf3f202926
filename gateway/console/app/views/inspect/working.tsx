import { formatMs } from '../../ui/format.ts'
import { useSecondsSince } from '../../ui/notice.tsx'
import { operationProgress } from './operation-progress.ts'

/** Seconds after which the wait is explained. */
const LONG_SECONDS = 8

/** What happens while the answer is awaited, and for how long. */
export function Working({ operation, startedAt }: { operation: string; startedAt: number }) {
  const seconds = useSecondsSince(startedAt)
  return (
    <div class="notice info working">
      <p role="status">
        {operationProgress[operation]}: <span class="number">{formatMs(seconds * 1000)}</span>
      </p>
      {seconds >= LONG_SECONDS && (
        <p class="small">
          Pages that never come to rest take until their timeout. You can cancel and choose a shorter one.
        </p>
      )}
    </div>
  )
}
