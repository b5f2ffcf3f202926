import { readdirSync, readFileSync } from 'node:fs'
import axe from 'axe-core'
import { rules } from '#stages/score/audit/rules/index.ts'
import { type AxeCase, type AxeVerdict, axeVerdicts } from '#test/support/audit/axe-verdict.ts'
import { judge } from '#test/support/audit/rule-tester.ts'
import { openTestBrowser } from '#test/support/browser/test-tab.ts'
import { type CaseResult, type KnownFailures, leftOut, passed, type Suite, type Verdict } from '../suite.ts'

/** A page on which a rule and axe's rule of the same name are compared. */
interface PageCase extends AxeCase {
  readonly id: string
  /** Why our verdict is not axe's. */
  readonly differs?: string
}

const FOLDER = 'test/fixtures/accessibility'
const OPEN = 'axe leaves it to a person'

/** Verdicts of the rules of accessibility beside axe's on the same pages, in a browser. */
export const axeAgreement: Suite = {
  name: 'axe',
  source: `axe-core ${axe.version} (MPL-2.0) on the pages of ${FOLDER}`,
  knownFailures: () => pageCases().flatMap(knownFailure),
  async run() {
    const cases = pageCases()
    const verdicts = await verdictsInBrowser(cases)
    return cases.map((one, at): CaseResult => ({ id: one.id, verdict: compare(one, verdicts[at]) }))
  },
}

function pageCases(): PageCase[] {
  return readdirSync(FOLDER).flatMap((file) => {
    const cases: Omit<PageCase, 'id'>[] = JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8'))
    return cases.map((one, at) => ({ ...one, id: `${file} ${at + 1} ${one.rule}` }))
  })
}

function knownFailure({ id, differs }: PageCase): KnownFailures[] {
  return differs === undefined ? [] : [{ reason: differs, cases: [id] }]
}

async function verdictsInBrowser(cases: readonly PageCase[]): Promise<AxeVerdict[]> {
  const browser = await openTestBrowser()
  try {
    const { tab } = await browser.open()
    return await axeVerdicts(tab.page, cases)
  } finally {
    await browser.close()
  }
}

/** Axe decides: a violation is a failed rule, and nothing else is. */
function compare({ rule, html }: PageCase, theirs: AxeVerdict | undefined): Verdict {
  if (theirs === 'incomplete') return leftOut(OPEN)
  const definition = rules.find(({ id }) => id === rule)
  if (definition === undefined) return { kind: 'failed', difference: `${rule} is no rule` }
  const ours = judge(definition, { page: `<!doctype html><html lang="en"><title>Page</title>${html}` }).kind
  if ((ours === 'fail') === (theirs === 'violation')) return passed
  return { kind: 'failed', difference: `axe: ${theirs}, ours: ${ours}, of ${html}` }
}
