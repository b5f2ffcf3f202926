import { actNames } from './act/names.ts'
import { axeNames } from './axe/names.ts'
import { axeAgreement } from './axe/verdicts.ts'
import { html5libAuditTree } from './html5lib/audit-tree.ts'
import { html5libScanner } from './html5lib/scanner-tags.ts'
import { html5libTokenizer } from './html5lib/tokenizer.ts'
import { lighthouseNames } from './lighthouse/names.ts'
import { robots } from './robots/robots.ts'
import type { Suite } from './suite.ts'

/** The suites that need no browser; each takes a second or two. */
export const quickSuites: readonly Suite[] = [
  html5libTokenizer,
  html5libScanner,
  html5libAuditTree,
  robots,
  actNames,
  axeNames,
  lighthouseNames,
]

export const suites: readonly Suite[] = [...quickSuites, axeAgreement]
