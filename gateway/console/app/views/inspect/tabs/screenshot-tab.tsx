import type { Results } from '../results/results.ts'
import { SnapshotResultView } from '../results/snapshot/snapshot-result.tsx'

/** The screenshot, to look at and to download, and how it was taken. */
export function ScreenshotTab({ snapshot }: Results) {
  return <>{snapshot !== null && <SnapshotResultView result={snapshot} />}</>
}
