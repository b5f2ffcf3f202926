import { Badge } from '../../../ui/badge.tsx'
import { inWords, plural } from '../../../ui/format.ts'
import { PageText } from '../../../ui/page/page-text.tsx'
import type { Finding } from './finding.ts'
import { FindingDetails } from './finding-details.tsx'
import { gainInWords } from './gain.ts'
import { elementIdOf } from './rule-link.tsx'

interface Props {
  readonly finding: Finding
  readonly isOpen: boolean
  setOpen(isOpen: boolean): void
}

/** Characters of a text that the closed row shows. */
const LINE = 400

/** A finding. Closed, it says what is wrong and what a fix gains; open, also why, how to fix it, and where. */
export function FindingRow({ finding, isOpen, setOpen }: Props) {
  const { id, severity, title } = finding
  const found = finding.found ?? finding.fix
  return (
    <details
      class="rule"
      id={elementIdOf(id)}
      open={isOpen}
      onToggle={({ currentTarget }) => currentTarget.open !== isOpen && setOpen(currentTarget.open)}
    >
      <summary>
        <h3>
          <Badge word={severity} /> <PageText text={title} max={LINE} isShort />
        </h3>
        {found !== null && (
          <p class="found">
            <PageText text={found} max={LINE} isShort />
          </p>
        )}
        <p class="small">
          <code>{id}</code>
          {remarksOf(finding).map((remark) => ` · ${remark}`)}
        </p>
      </summary>
      {isOpen && <FindingDetails finding={finding} />}
    </details>
  )
}

function remarksOf({ operation, category, group, gain, effort }: Finding): readonly string[] {
  const [issues, places] = [group?.issues.length ?? 0, group?.places.length ?? 0]
  const gained = gainInWords(gain)
  return [
    ...(operation === 'performance' ? ['Lab'] : []),
    ...(category === '' ? [] : [inWords(category)]),
    ...(issues > 1 ? [plural(issues, 'issue')] : []),
    ...(places > 0 ? [plural(places, 'occurrence')] : []),
    ...(gained === '' ? [] : [gained]),
    ...(effort === null ? [] : [`effort: ${effort}`]),
  ]
}
