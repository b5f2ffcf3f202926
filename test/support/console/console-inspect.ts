import type { ConsoleTab } from './console-tab.ts'

/** The button of the form that runs the checks: its name begins with Run. */
const RUN = 'main form button[type=submit]'

/** Presses Run as soon as the form is there. */
export async function pressRun({ page }: ConsoleTab): Promise<void> {
  const button = await page.waitForSelector(RUN)
  await button?.click()
}

/** Runs what the form of Inspect shows, and waits until no check is under way. */
export async function runChecks(tab: ConsoleTab): Promise<void> {
  await pressRun(tab)
  await tab.waitForText(/^(New|From the cache|In part from the cache), in /m)
}

/** Opens a tab of the result. */
export async function openTab({ page }: ConsoleTab, title: string): Promise<void> {
  const link = await page.waitForSelector(
    `::-p-xpath(//nav[@aria-label="Results"]//a[normalize-space()="${title}"])`,
  )
  await link?.click()
  await page.waitForSelector(
    `::-p-xpath(//nav[@aria-label="Results"]//a[@aria-current="page"][normalize-space()="${title}"])`,
  )
  await page.waitForFunction(() => document.querySelector('main .skeleton') === null)
}
