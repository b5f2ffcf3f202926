import { useState } from 'preact/hooks'
import type { PerformanceDetails } from '#shared/operations/results/performance-details.ts'
import type { PerformanceResult } from '#shared/operations/results/performance-result.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Section } from '../../../../ui/facts.tsx'
import { Empty } from '../../../../ui/notice.tsx'
import { OutsideLink } from '../../../../ui/page/address.tsx'
import { PageText } from '../../../../ui/page/page-text.tsx'
import { TipItems, tipInWords } from './tip-items.tsx'
import { partInWords, reasonInWords } from './vitals/vital-names.ts'

const severities = ['high', 'medium', 'low'] as const

interface TipsProps {
  readonly tips: PerformanceResult['tips']
  /** Files and elements of each; absent where they were not asked for. */
  readonly details: PerformanceDetails['tips'] | undefined
}

/** What would help, by severity, the most first. */
export function Tips({ tips, details }: TipsProps) {
  return (
    <Section title="Tips" aside={<p class="muted">{tips.length}</p>}>
      {tips.length === 0 && <Empty title="Nothing to advise" />}
      {severities.map((severity) => {
        const own = tips.filter((tip) => tip.severity === severity)
        return own.length > 0 && <TipList key={severity} severity={severity} tips={own} details={details} />
      })}
    </Section>
  )
}

function TipList({ severity, tips, details = [] }: TipsProps & { readonly severity: string }) {
  return (
    <>
      <h3>
        <Badge word={severity} text={`${severity[0]?.toUpperCase()}${severity.slice(1)} impact`} />{' '}
        <span class="muted">{tips.length}</span>
      </h3>
      <ul class="plain tips">
        {tips.map((tip) => (
          <TipEntry
            key={tip.tip_id}
            tip={tip}
            details={details.find(({ tip_id }) => tip_id === tip.tip_id)}
          />
        ))}
      </ul>
    </>
  )
}

interface EntryProps {
  readonly tip: PerformanceResult['tips'][number]
  readonly details: PerformanceDetails['tips'][number] | undefined
}

function TipEntry({ tip: { tip_id, message, learn_more }, details }: EntryProps) {
  return (
    <li>
      {details && <strong>{details.title}. </strong>}
      <PageText text={message} max={600} /> <OutsideLink url={learn_more}>Read on: {tip_id}</OutsideLink>
      {details && <TipDetails tip={details} />}
    </li>
  )
}

/** What a tip saves and takes; opened, its files and elements. */
function TipDetails({ tip }: { readonly tip: PerformanceDetails['tips'][number] }) {
  const [isOpen, setOpen] = useState(false)
  if (tip.items.length === 0) return <p class="small">{tipInWords(tip)}</p>
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary class="small">{tipInWords(tip)}</summary>
      {isOpen && <TipItems tip={tip} />}
    </details>
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
