import type { ComponentType } from 'preact'
import { usePart } from '../../../state/part.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import type { ResultProps } from './result-props.ts'

type ResultComponent = ComponentType<ResultProps<never>>

/** The view of each operation's result, loaded when one is shown first. */
const resultViews: Readonly<Record<string, () => Promise<ResultComponent>>> = {
  snapshot: () => import('./snapshot/snapshot-result.tsx').then((part) => part.SnapshotResultView),
  metadata: () => import('./metadata/metadata-result.tsx').then((part) => part.MetadataResultView),
  performance: () =>
    import('./performance/performance-result.tsx').then((part) => part.PerformanceResultView),
  'seo-audit': () => import('./audit/audit-result.tsx').then((part) => part.SeoAuditResultView),
}

/** The result of any operation. */
export function ResultView({ operation, ...props }: ResultProps<unknown> & { readonly operation: string }) {
  const load = Object.hasOwn(resultViews, operation) ? resultViews[operation] : undefined
  const part = usePart(operation, load)
  return (
    <Loaded resource={part} lines={8}>
      {(Component) => <Component {...(props as ResultProps<never>)} />}
    </Loaded>
  )
}
