import { Badge, Bar } from '../../ui/badge.tsx'
import { Facts, Section } from '../../ui/facts.tsx'
import { formatMs, formatTime } from '../../ui/format.ts'
import { useNow } from '../../ui/notice.tsx'
import { PageText } from '../../ui/page/page-text.tsx'
import { UsageDays } from './usage-days-chart.tsx'
import { type Usage, type UsageLine, usageLines } from './usage-lines.ts'

/** What the key of this tab may do, and what it has used: today, and on the days before. */
export function UsagePanel({ usage }: { usage: Usage }) {
  const endsAt = Object.values(usage.operations)[0]?.resets_at
  return (
    <Section title="This key">
      <Facts
        items={[
          ['Plan', usage.plan],
          ['Owner', <PageText key="owner" text={usage.owner} isCode />],
          ['Scopes', <Scopes key="scopes" scopes={usage.scopes} />],
        ]}
      />
      <h3>Used today (UTC)</h3>
      <ul class="plain cards usage">
        {usageLines(usage).map((line) => (
          <li key={line.operation}>
            <Line line={line} />
          </li>
        ))}
      </ul>
      {endsAt && (
        <UsageDays days={usage.days ?? []} operations={Object.keys(usage.operations)} endsAt={endsAt} />
      )}
    </Section>
  )
}

/** The scopes of a key as labels. */
export function Scopes({ scopes }: { scopes: readonly string[] }) {
  return (
    <span class="scopes">
      {scopes.map((scope) => (
        <Badge key={scope} word={scope} text={scope} />
      ))}
    </span>
  )
}

function Line({ line: { name, isAllowed, share, meaning, text, resetsAt } }: { line: UsageLine }) {
  return (
    <>
      <strong>{name}</strong>
      {share !== null && <Bar share={share} meaning={meaning} />}
      <span>{text}</span>
      <span class="small">
        {!isAllowed && 'This key lacks the scope. '}
        {resetsAt !== null && <Renewal at={resetsAt} />}
      </span>
    </>
  )
}

function Renewal({ at }: { at: string }) {
  const left = Math.max(0, Date.parse(at) - useNow(60_000))
  return (
    <>
      Renewed {formatTime(at)}, in {formatMs(Math.ceil(left / 60_000) * 60_000)}
    </>
  )
}
