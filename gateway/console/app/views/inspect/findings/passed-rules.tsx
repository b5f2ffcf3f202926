import { formatCount } from '../../../ui/format.ts'
import { LazySection } from '../../../ui/lazy-section.tsx'

/** The rules that passed. */
export function PassedRules({ passed }: { passed: readonly string[] }) {
  return (
    <LazySection title={`Passed rules (${formatCount(passed.length)})`}>
      {() => <RuleNames rules={passed} />}
    </LazySection>
  )
}

/** Names of rules in columns. */
export function RuleNames({ rules }: { rules: readonly string[] }) {
  return (
    <ul class="plain many">
      {rules.map((rule) => (
        <li key={rule}>
          <code>{rule}</code>
        </li>
      ))}
    </ul>
  )
}
