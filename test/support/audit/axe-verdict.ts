import axe from 'axe-core'
import type { Page } from 'puppeteer-core'

/** What axe says of a page by one of its rules; `incomplete` leaves it to a person. */
export type AxeVerdict = 'violation' | 'incomplete' | 'pass' | 'inapplicable'

export interface AxeCase {
  readonly rule: string
  readonly html: string
}

/**
 * Axe's verdict on each HTML below a plain head, by its rule; the rule is on, also where axe has it off by default. The
 * page writes one document after the other itself: to load a page and axe for each takes many times as long.
 */
export async function axeVerdicts(page: Page, cases: readonly AxeCase[]): Promise<AxeVerdict[]> {
  await page.evaluate(axe.source)
  return page.evaluate(async (all) => {
    const verdicts: AxeVerdict[] = []
    for (const one of all) {
      await show(one.html)
      verdicts.push(await judge(one.rule))
    }
    return verdicts

    async function show(html: string): Promise<void> {
      document.open()
      document.write(`<!doctype html><html lang="en"><title>Page</title>${html}`)
      document.close()
      const isLoading = document.readyState !== 'complete'
      if (isLoading) await new Promise((resolve) => addEventListener('load', resolve))
      // Media select their source in a task of their own.
      const hasMedia = document.querySelector('audio, video') !== null
      if (hasMedia) await new Promise((resolve) => setTimeout(resolve))
    }

    async function judge(rule: string): Promise<AxeVerdict> {
      const { violations, incomplete, passes } = await (globalThis as unknown as { axe: typeof axe }).axe.run(
        document,
        {
          runOnly: { type: 'rule', values: [rule] },
          rules: { [rule]: { enabled: true } },
          iframes: false,
          preload: false,
        },
      )
      if (violations.length > 0) return 'violation'
      if (incomplete.length > 0) return 'incomplete'
      return passes.length > 0 ? 'pass' : 'inapplicable'
    }
  }, cases)
}
