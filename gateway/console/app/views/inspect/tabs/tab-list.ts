/** The parameter of the address that names the open tab; absent = the first one. */
export const TAB = 'show_tab'

/** A tab of a result: its name in the address, its title, and the checks that it shows something of. */
export interface Tab {
  readonly id: string
  readonly title: string
  readonly checks: readonly string[]
}

/** Earlier results, which are those of a key. */
const OVER_TIME = 'time'

const tabs: readonly Tab[] = [
  { id: 'findings', title: 'All findings', checks: ['seo-audit', 'performance'] },
  { id: 'vitals', title: 'Vitals and requests', checks: ['performance', 'seo-audit'] },
  { id: 'previews', title: 'Search and social previews', checks: ['metadata', 'seo-audit'] },
  { id: 'http', title: 'HTTP', checks: ['metadata', 'seo-audit'] },
  { id: 'data', title: 'Structured data', checks: ['seo-audit'] },
  { id: 'content', title: 'Content', checks: ['metadata', 'seo-audit'] },
  { id: 'scored', title: 'How it is scored', checks: ['seo-audit', 'performance'] },
  { id: 'screenshot', title: 'Screenshot', checks: ['snapshot'] },
  { id: OVER_TIME, title: 'Over time', checks: ['seo-audit', 'performance'] },
]

/** The tab with the code of the calls and the raw JSON, which is always there, but not for a stored result. */
export const CODE: Tab = { id: 'code', title: 'Code and JSON', checks: [] }

/** The tabs that a result of these checks has. */
export function tabsOf(checks: readonly string[], hasCode: boolean, hasKey = true): readonly Tab[] {
  const possible = tabs.filter(({ id }) => hasKey || id !== OVER_TIME)
  const shown = possible.filter((tab) => tab.checks.some((name) => checks.includes(name)))
  return hasCode ? [...shown, CODE] : shown
}

/** The tab that an address opens: the first one where it names none of them. */
export function openTab(shown: readonly Tab[], named: string | null): string | null {
  return shown.find(({ id }) => id === named)?.id ?? shown[0]?.id ?? null
}
