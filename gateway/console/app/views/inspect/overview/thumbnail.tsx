import { useState } from 'preact/hooks'
import type { SnapshotResult } from '#shared/operations/results/snapshot-result.ts'
import { urlOf } from '../../../api/client.ts'
import { hrefOf } from '../../../state/address.ts'
import { route } from '../../../state/route.ts'
import { isolatedText } from '../../../ui/page/control-marks.ts'
import { imagePath } from '../results/snapshot/image-path.ts'
import { TAB } from '../tabs/tab-list.ts'

/** The screenshot, small: a link to the whole. Its place is kept before it comes. */
export function Thumbnail({ snapshot, isPending }: { snapshot: SnapshotResult | null; isPending: boolean }) {
  const [isBroken, setBroken] = useState(false)
  const { path, parameters } = route.value
  if (snapshot === null || isBroken) {
    return <div class="shot small">{isBroken ? 'No longer stored' : isPending ? '' : 'No screenshot'}</div>
  }
  return (
    <a class="shot" href={hrefOf(path, { ...Object.fromEntries(parameters), [TAB]: 'screenshot' })}>
      <img
        src={urlOf(imagePath(snapshot.screenshot_url))}
        alt={`Snapshot of ${isolatedText(snapshot.url)}`}
        width={snapshot.width}
        height={snapshot.height}
        onError={() => setBroken(true)}
      />
    </a>
  )
}
