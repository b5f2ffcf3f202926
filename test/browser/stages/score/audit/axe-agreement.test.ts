import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import type { Browser, Page } from 'puppeteer-core'
import { rules } from '#stages/score/audit/rules/index.ts'
import { type AxeVerdict, axeVerdict } from '#test/support/audit/axe-verdict.ts'
import { judge } from '#test/support/audit/rule-tester.ts'
import { launchBrowser } from '#test/support/console/console-browser.ts'
import { skipLoudly } from '#test/support/skips.ts'

/** A page on which the rule and axe's rule of the same name are compared. */
interface AgreementCase {
  readonly rule: string
  readonly html: string
  /** Why our verdict is not axe's, where another authority is followed. Then it has to be another one. */
  readonly differs?: string
}

const FOLDER = 'test/fixtures/accessibility'
/** A case takes some 50 ms of a browser alone on the machine. */
const TIMEOUT_MS = 600_000

/** Axe decides: a violation is a failed rule; nothing else is. Where axe itself leaves it open, ours may be either. */
describe('rules of accessibility and axe agree', function () {
  this.timeout(TIMEOUT_MS)
  let browser: Browser | null
  let page: Page

  before(async () => {
    browser = await launchBrowser()
    if (browser !== null) page = await browser.newPage()
  })

  after(() => browser?.close())

  for (const file of readdirSync(FOLDER)) {
    it(`about ${file.replace('.json', '')}`, async function () {
      if (browser === null) return skipLoudly(this, 'no Chromium to run axe in')
      const cases: AgreementCase[] = JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8'))
      const wrong: string[] = []
      for (const one of cases) {
        const complaint = complaintAbout(one, await axeVerdict(page, one))
        if (complaint !== null) wrong.push(complaint)
      }
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
