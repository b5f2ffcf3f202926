import axe from 'axe-core'
import type { Page } from 'puppeteer-core'

/** What axe says of a page by one of its rules; `incomplete` leaves it to a person. */
export type AxeVerdict = 'violation' | 'incomplete' | 'pass' | 'inapplicable'

/** Axe's verdict on the HTML below a plain head, by its rule; the rule is on, also where axe has it off by default. */
export async function axeVerdict(page: Page, one: { rule: string; html: string }): Promise<AxeVerdict> {
  await page.setContent(`<!doctype html><html lang="en"><title>Page</title>${one.html}`)
  await page.evaluate(`window.axe === undefined && eval(${JSON.stringify(axe.source)})`)
  return page.evaluate(async (rule) => {
    const options = {
      runOnly: { type: 'rule' as const, values: [rule] },
      rules: { [rule]: { enabled: true } },
      iframes: false,
      preload: false,
    }
    const { violations, incomplete, passes } = await (globalThis as unknown as { axe: typeof axe }).axe.run(
      document,
      options,
    )
    if (violations.length > 0) return 'violation'
    if (incomplete.length > 0) return 'incomplete'
    return passes.length > 0 ? 'pass' : 'inapplicable'
  }, one.rule)
}
