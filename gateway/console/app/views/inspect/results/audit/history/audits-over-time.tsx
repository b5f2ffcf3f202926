import { useMemo } from 'preact/hooks'
import { callJson } from '../../../../../api/client.ts'
import { hrefOf } from '../../../../../state/address.ts'
import { useResource } from '../../../../../state/resource.ts'
import { route } from '../../../../../state/route.ts'
import { Section } from '../../../../../ui/facts.tsx'
import { formatTime, plural, trimmed } from '../../../../../ui/format.ts'
import { InPlaceLink } from '../../../../../ui/in-place-link.tsx'
import { Loaded } from '../../../../../ui/loaded.tsx'
import { Empty } from '../../../../../ui/notice.tsx'
import { type Column, DataTable } from '../../../../../ui/table/table.tsx'
import { TimeChart } from '../../../../../ui/time-chart.tsx'
import { type AuditPage, ComparedAudit, showComparedAudit } from './compared-audit.tsx'
import { type EarlierAudit, earlierAuditsOf } from './earlier-audits.ts'

/** The parameter of the address with the id of the audit that is compared. */
const COMPARE = 'show_compare'

/** The audits of the same URL and device, and the differences to one that is chosen. */
export function AuditsOverTime(props: AuditPage) {
  return (
    <Section title="Audits over time">
      <LoadedAudits {...props} />
    </Section>
  )
}

function LoadedAudits(props: AuditPage) {
  const { url, device } = props
  const load = async (signal: AbortSignal) =>
    earlierAuditsOf(await callJson('audits', { query: { url, device }, signal }))
  const audits = useResource(load, { key: `${url} ${device}` })
  return (
    <Loaded resource={audits} lines={8} label="Loading earlier audits">
      {(data) =>
        data.length === 0 ? (
          <Empty title="No earlier audit of this URL is known" />
        ) : (
          <Audits {...props} audits={data} />
        )
      }
    </Loaded>
  )
}

function Audits({ audits, ...props }: AuditPage & { audits: readonly EarlierAudit[] }) {
  const times = useMemo(() => audits.map(({ time }) => time / 1000), [audits])
  const scores = useMemo(() => audits.map(({ overall }) => overall), [audits])
  const compare = route.value.parameters.get(COMPARE)
  return (
    <div class="stack">
      {compare !== null && (
        <ComparedAudit {...props} id={compare} before={audits.find(({ id }) => id === compare) ?? null} />
      )}
      {audits.length > 1 && (
        <TimeChart
          label={`Overall score of ${plural(audits.length, 'audit')} over time. The table below has the same numbers.`}
          times={times}
          values={scores}
          range={[0, 100]}
          format={(value) => trimmed(value, 0)}
        />
      )}
      <DataTable
        caption="Audits over time"
        columns={columnsOf(Date.parse(props.audit.scannedAt ?? ''), compare)}
        rows={audits.toReversed()}
        rowKey={({ id }) => id}
      />
    </div>
  )
}

/** `shownAt`: the time of the audit that is shown; NaN = unknown. */
function columnsOf(shownAt: number, compare: string | null): Column<EarlierAudit>[] {
  return [
    { title: 'Time', cell: ({ scanned_at }) => formatTime(scanned_at), sortBy: ({ time }) => time },
    {
      title: 'Overall',
      isNumber: true,
      cell: ({ overall }) => trimmed(overall, 2),
      sortBy: ({ overall }) => overall,
    },
    {
      title: 'Differences',
      cell: (audit) =>
        audit.time < shownAt ? (
          <CompareLink audit={audit} isCurrent={audit.id === compare} />
        ) : (
          <span class="muted">{audit.time === shownAt ? 'this audit' : 'a later audit'}</span>
        ),
    },
  ]
}

function CompareLink({ audit, isCurrent }: { audit: EarlierAudit; isCurrent: boolean }) {
  const { path, parameters } = route.value
  const href = hrefOf(path, { ...Object.fromEntries(parameters), [COMPARE]: audit.id })
  return (
    <InPlaceLink class="nowrap" href={href} isCurrent={isCurrent} show={showComparedAudit}>
      Compare<span class="hidden"> with that of {formatTime(audit.scanned_at)}</span>
    </InPlaceLink>
  )
}
