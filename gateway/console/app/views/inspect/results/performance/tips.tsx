import type { PerformanceResult } from '#shared/operations/results/performance-result.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Section } from '../../../../ui/facts.tsx'
import { Empty } from '../../../../ui/notice.tsx'
import { OutsideLink } from '../../../../ui/page/address.tsx'
import { PageText } from '../../../../ui/page/page-text.tsx'
import { partInWords, reasonInWords } from './vitals/vital-names.ts'

const severities = ['high', 'medium', 'low'] as const

/** What would help, by severity, the most first. */
export function Tips({ tips }: { tips: PerformanceResult['tips'] }) {
  return (
    <Section title="Tips" aside={<p class="muted">{tips.length}</p>}>
      {tips.length === 0 && <Empty title="Nothing to advise" />}
      {severities.map((severity) => {
        const own = tips.filter((tip) => tip.severity === severity)
        return own.length > 0 && <TipList key={severity} severity={severity} tips={own} />
      })}
    </Section>
  )
}

function TipList({ severity, tips }: { severity: string; tips: PerformanceResult['tips'] }) {
  return (
    <>
      <h3>
        <Badge word={severity} text={`${severity[0]?.toUpperCase()}${severity.slice(1)} impact`} />{' '}
        <span class="muted">{tips.length}</span>
      </h3>
      <ul class="plain tips">
        {tips.map(({ tip_id, message, learn_more }) => (
          <li key={tip_id}>
            <PageText text={message} max={600} />{' '}
            <OutsideLink url={learn_more}>Read on: {tip_id}</OutsideLink>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Parts of the measurement that are missing, and why. */
export function MissingParts({ missing }: { missing: PerformanceResult['missing'] }) {
  const parts = Object.entries(missing)
  if (parts.length === 0) return null
  return (
    <Section title="Not measured">
      <ul>
        {parts.map(([part, reason]) => (
          <li key={part}>
            <strong>{partInWords(part)}.</strong> {reasonInWords(reason)}
          </li>
        ))}
      </ul>
    </Section>
  )
}
