import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import { hrefOf } from '../../../state/address.ts'
import { apiKey } from '../../../state/api-key.ts'
import { route } from '../../../state/route.ts'
import { Tabs } from '../../../ui/facts.tsx'
import { FixFirst } from '../findings/fix-first.tsx'
import { ListedRules } from '../findings/rule-link.tsx'
import { Overview } from '../overview/overview.tsx'
import {
  type OutlinePage,
  OutlinePageContext,
  selectorsOfDetails,
  selectorsOfIssues,
} from '../results/outlines/outline-page.tsx'
import { type CheckResult, type Results, resultsOf } from '../results/results.ts'
import { OpenTab } from './open-tab.tsx'
import { CODE, openTab, TAB, tabsOf } from './tab-list.ts'

export interface ResultPageProps {
  /** The checks of the page: those that are under way, done, or failed. */
  readonly checks: readonly string[]
  readonly byCheck: Readonly<Record<string, CheckResult>>
  /** The checks that are under way. */
  readonly pending: readonly string[]
  /** What failed; the results come before it. */
  readonly failures?: ComponentChildren
  /** The code of the calls and the raw JSON; a stored result has none of it. */
  readonly code?: ComponentChildren
}

/** Checks whose results say what to fix. */
const FINDERS = ['seo-audit', 'performance']

/** What checks of a page came to: in short, what to fix first, and in tabs all that the responses say. */
export function ResultPage({ checks, byCheck, pending, failures, code }: ResultPageProps) {
  const results = useMemo(() => resultsOf(byCheck), [byCheck])
  const { audit, performance } = results
  const outline = useMemo(() => outlinePageOf(results), [results])
  const rules = useMemo(() => new Set(audit?.issues?.map(({ source_rule }) => source_rule)), [audit])
  const tabs = tabsOf(checks, code !== undefined, apiKey.value !== null)
  const { path, parameters } = route.value
  const current = openTab(tabs, parameters.get(TAB))
  const here = Object.fromEntries(parameters)
  const links = tabs.map(
    ({ id, title }, index) =>
      [id, title, hrefOf(path, { ...here, [TAB]: index === 0 ? undefined : id })] as const,
  )
  const finders = FINDERS.filter((name) => checks.includes(name))
  const tab = tabs.find(({ id }) => id === current)
  return (
    <Contexts rules={rules} outline={outline}>
      {finders.length > 0 && (
        <div class="at-first">
          <Overview checks={checks} results={results} pending={pending} />
          <FixFirst
            audit={audit}
            performance={performance}
            isPending={finders.some((name) => pending.includes(name))}
          />
        </div>
      )}
      {failures}
      {links.length > 1 && current !== null && <Tabs label="Results" tabs={links} current={current} />}
      <div class="stack tab-panel">
        {tab !== undefined && tab !== CODE && (
          <OpenTab
            key={tab.id}
            tab={tab}
            results={results}
            isPending={tab.checks.some((name) => pending.includes(name))}
          />
        )}
        {code !== undefined && <div hidden={tab !== CODE}>{code}</div>}
      </div>
    </Contexts>
  )
}

interface ContextsProps {
  readonly rules: ReadonlySet<string>
  readonly outline: OutlinePage | null
  readonly children: ComponentChildren
}

/** What the parts of a result know of the whole: the rules that can be linked to, and the page whose elements can be outlined. */
function Contexts({ rules, outline, children }: ContextsProps) {
  return (
    <ListedRules.Provider value={rules}>
      <OutlinePageContext.Provider value={outline}>{children}</OutlinePageContext.Provider>
    </ListedRules.Provider>
  )
}

function outlinePageOf({ audit, performance, device = 'desktop' }: Results): OutlinePage | null {
  const url = audit?.url ?? performance?.url
  if (!url) return null
  const details = performance?.details ?? null
  const ofDetails = details === null ? [] : selectorsOfDetails(details)
  return { url, device, selectors: [...selectorsOfIssues(audit?.issues ?? []), ...ofDetails] }
}
