import { defaultBudgets, parseTree } from '#stages/score/audit/document/parse-tree.ts'
import { type CaseResult, compared, leftOut, type Suite, type Verdict } from '../suite.ts'
import { type TreeCase, treeCases } from './tree-cases.ts'
import { treeText } from './tree-text.ts'

const FRAGMENT = 'parses a fragment within an element; an audit parses whole pages'

/** html5lib's cases of tree construction, for the tree of an audit: every node with its attributes. */
export const html5libAuditTree: Suite = {
  name: 'html5lib-audit-tree',
  source: 'html5lib-tests, tree-construction/, as in the source distribution of html5lib-modern 1.2 (MIT)',
  run: () => treeCases().map((one): CaseResult => ({ id: one.id, verdict: verdictOf(one) })),
}

function verdictOf({ html, fragmentOf, scripting, tree }: TreeCase): Verdict {
  if (fragmentOf !== null) return leftOut(FRAGMENT)
  return compared(tree, treeText(parseTree(html, scripting ?? true, defaultBudgets).root))
}
