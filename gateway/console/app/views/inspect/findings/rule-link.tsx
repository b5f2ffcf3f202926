import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { hrefOf } from '../../../state/address.ts'
import { route } from '../../../state/route.ts'
import { InPlaceLink } from '../../../ui/in-place-link.tsx'
import { TAB } from '../tabs/tab-list.ts'
import { unfiltered } from './filters.ts'

/** The parameter of the address that names the findings whose details are open. */
export const OPEN = 'show_open'

/** Frames in which the code of the list may arrive. */
const MAX_FRAMES = 300

/** The id of the element that shows a finding. */
export function elementIdOf(finding: string): string {
  return `rule-${finding}`
}

/** The rules whose issues are on the page; only they can be linked to. */
export const ListedRules = createContext<ReadonlySet<string>>(new Set())

/** A link to the issues of a rule: it opens them, whatever the filters were. */
export function RuleLink({ id, text = id }: { id: string; text?: string }) {
  const listed = useContext(ListedRules)
  const { path, parameters } = route.value
  if (!listed.has(id)) return <code class="rule-link">{text}</code>
  const here = Object.fromEntries(parameters)
  const href = hrefOf(path, { ...here, ...unfiltered, [TAB]: undefined, [OPEN]: id })
  return (
    <InPlaceLink class="address rule-link" href={href} show={() => showFinding(id)}>
      {text}
    </InPlaceLink>
  )
}

/** Moves the reader to a finding, as soon as the list is there. */
function showFinding(id: string, frames = MAX_FRAMES): void {
  const summary = document.getElementById(elementIdOf(id))?.querySelector('summary')
  if (summary) {
    summary.scrollIntoView({ block: 'start' })
    summary.focus({ preventScroll: true })
  } else if (frames > 0) requestAnimationFrame(() => showFinding(id, frames - 1))
}
