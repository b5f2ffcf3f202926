import type { ComponentType } from 'preact'
import { usePart } from '../../../state/part.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Skeleton } from '../../../ui/notice.tsx'
import type { Results } from '../results/results.ts'
import type { Tab } from './tab-list.ts'

/** The code of each tab, loaded when it is opened first. */
const parts: Readonly<Record<string, () => Promise<ComponentType<Results>>>> = {
  findings: () => import('./findings-tab.tsx').then((part) => part.FindingsTab),
  vitals: () => import('./vitals-tab.tsx').then((part) => part.VitalsTab),
  previews: () => import('./previews-tab.tsx').then((part) => part.PreviewsTab),
  http: () => import('./http-tab.tsx').then((part) => part.HttpTab),
  data: () => import('./data-tab.tsx').then((part) => part.DataTab),
  content: () => import('./content-tab.tsx').then((part) => part.ContentTab),
  scored: () => import('./scored-tab.tsx').then((part) => part.ScoredTab),
  screenshot: () => import('./screenshot-tab.tsx').then((part) => part.ScreenshotTab),
  time: () => import('./time-tab.tsx').then((part) => part.TimeTab),
}

export interface OpenTabProps {
  readonly tab: Tab
  readonly results: Results
  /** Whether a check of the tab is under way. */
  readonly isPending: boolean
}

/** What a tab shows of the results, and the place of what is still to come. */
export function OpenTab({ tab, results, isPending }: OpenTabProps) {
  const part = usePart(tab.id, parts[tab.id])
  return (
    <Loaded resource={part} lines={8}>
      {(Part) => (
        <>
          <Part {...results} />
          {isPending && (
            <section class="panel">
              <Skeleton lines={8} label={`${tab.title}: more is to come`} />
            </section>
          )}
        </>
      )}
    </Loaded>
  )
}
