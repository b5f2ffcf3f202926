import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { hrefOf } from '../../../../../state/address.ts'
import { route } from '../../../../../state/route.ts'
import { InPlaceLink } from '../../../../../ui/in-place-link.tsx'
import { filterParameters } from './issue-filters.ts'

/** The parameter of the address that names the rules whose details are open. */
export const OPEN = 'show_open'

/** The id of the element that shows a rule's issues. */
export function idOfRule(rule: string): string {
  return `rule-${rule}`
}

/** The rules whose issues are on the page; only they can be linked to. */
export const ListedRules = createContext<ReadonlySet<string>>(new Set())

/** A link to the issues of a rule: it opens them, whatever the filters were. */
export function RuleLink({ id, text = id }: { id: string; text?: string }) {
  const listed = useContext(ListedRules)
  const { path, parameters } = route.value
  if (!listed.has(id)) return <code class="rule-link">{text}</code>
  const unfiltered = Object.fromEntries(Object.values(filterParameters).map((name) => [name, undefined]))
  const href = hrefOf(path, { ...Object.fromEntries(parameters), ...unfiltered, [OPEN]: id })
  return (
    <InPlaceLink class="address rule-link" href={href} show={() => showRule(id)}>
      {text}
    </InPlaceLink>
  )
}

/** Moves the reader to a rule's issues. */
function showRule(rule: string): void {
  const summary = document.getElementById(idOfRule(rule))?.querySelector('summary')
  summary?.scrollIntoView({ block: 'start' })
  summary?.focus({ preventScroll: true })
}
