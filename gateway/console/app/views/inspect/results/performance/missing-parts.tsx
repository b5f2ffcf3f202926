import type { PerformanceResult } from '#shared/operations/results/performance-result.ts'
import { Section } from '../../../../ui/facts.tsx'
import { partInWords, reasonInWords } from './vitals/vital-names.ts'

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
