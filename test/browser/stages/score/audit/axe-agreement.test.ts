import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { rules } from '#stages/score/audit/rules/index.ts'
import { type AxeCase, type AxeVerdict, axeVerdicts } from '#test/support/audit/axe-verdict.ts'
import { judge } from '#test/support/audit/rule-tester.ts'
import { requireBrowser, type TestTab } from '#test/support/browser/test-tab.ts'
import { openWorkerTab } from '#test/support/browser/worker-browser.ts'

/** A page on which the rule and axe's rule of the same name are compared. */
interface AgreementCase extends AxeCase {
  /** Why our verdict is not axe's, where another authority is followed. Then it has to be another one. */
  readonly differs?: string
}

const FOLDER = 'test/fixtures/accessibility'
/** Axe decides: a violation is a failed rule; nothing else is. Where axe itself leaves it open, ours may be either. */
describe('rules of accessibility and axe agree', () => {
  let opened: TestTab

  before(async function () {
    requireBrowser(this)
    opened = await openWorkerTab()
  })

  after(() => opened?.close())

  for (const file of readdirSync(FOLDER)) {
    it(`about ${file.replace('.json', '')}`, async () => {
      const cases: AgreementCase[] = JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8'))
      const verdicts = await axeVerdicts(opened.tab.page, cases)
      const wrong = cases.flatMap((one, at) => complaintAbout(one, verdicts[at] as AxeVerdict) ?? [])
      expect(wrong.join('\n\n')).to.equal('')
    })
  }
})

function complaintAbout(one: AgreementCase, theirs: AxeVerdict): string | null {
  const rule = rules.find(({ id }) => id === one.rule)
  if (rule === undefined) return `${one.rule} is no rule`
  const ours = judge(rule, { page: `<!doctype html><html lang="en"><title>Page</title>${one.html}` })
  const agrees = theirs === 'incomplete' || (ours.kind === 'fail') === (theirs === 'violation')
  if (agrees === (one.differs === undefined)) return null
  const extent = ours.kind === 'fail' ? ` (${ours.extent?.affected} of ${ours.extent?.total})` : ''
  return `${one.rule}: ${one.html}\n  ours: ${ours.kind}${extent}, axe: ${theirs}; differs: ${one.differs ?? 'no'}`
}
