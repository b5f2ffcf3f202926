import type { SeoAuditResult } from '#shared/operations/results/seo-audit-result.ts'
import { callJson } from '../../../../../api/client.ts'
import { useResource } from '../../../../../state/resource.ts'
import { formatTime } from '../../../../../ui/format.ts'
import { Loaded } from '../../../../../ui/loaded.tsx'
import { Remark } from '../../../../../ui/notice.tsx'
import type { Partly } from '../../partial.ts'
import { type AuditAnswer, type AuditScores, compareAudits, issuesOf } from './comparison.ts'
import { ComparisonParts } from './differences.tsx'

/** The page whose audits are compared, and its audit that is shown. */
export interface AuditPage {
  readonly url: string
  readonly device: string | undefined
  readonly audit: Partly<SeoAuditResult>
}

export interface ComparedAuditProps extends AuditPage {
  readonly id: string
  /** Null = the history does not have it. */
  readonly before: AuditScores | null
}

const HEADING = 'compared-audit'

/** Moves the reader to the differences. */
export function showComparedAudit(): void {
  document.getElementById(HEADING)?.focus()
}

/** The differences of the shown audit to an earlier one. */
export function ComparedAudit(props: ComparedAuditProps) {
  const { before } = props
  return (
    <section class="stack">
      <h3 id={HEADING} tabIndex={-1}>
        {before === null ? 'Compared audit' : `Compared with the audit of ${formatTime(before.scanned_at)}`}
      </h3>
      {before === null ? (
        <Remark>This audit is not kept any more, or it is of another page or device.</Remark>
      ) : (
        <LoadedComparison {...props} before={before} />
      )}
    </section>
  )
}

function LoadedComparison({ id, before, audit, url, device }: ComparedAuditProps & { before: AuditScores }) {
  const load = async (signal: AbortSignal) => {
    const path = `audits/${encodeURIComponent(id)}`
    return { issues: issuesOf(await callJson<AuditAnswer>(path, { query: { url, device }, signal })) }
  }
  const kept = useResource(load, { key: id })
  return (
    <Loaded resource={kept} lines={10} label="Loading the earlier audit">
      {({ issues }) => <ComparisonParts comparison={compareAudits(audit, before, issues)} />}
    </Loaded>
  )
}
