import type { Browser } from 'puppeteer-core'
import { openEmbeddedService, type ServiceFixture } from '#test/support/service/service-fixture.ts'
import { API_KEY } from '#test/support/service/service-process.ts'
import { openSite, type SiteOptions, type TargetSite } from '#test/support/sites/target-site.ts'
import { skipLoudly } from '#test/support/skips.ts'
import { type ConsoleTab, type ConsoleTabOptions, launchBrowser, openConsole } from './console-tab.ts'

/** A whole service, a site to inspect and a browser for the console. */
export interface ConsoleFixture {
  readonly service: ServiceFixture
  readonly site: TargetSite
  readonly url: string
  /** Makes a key with these fields of `POST /keys`. */
  makeKey(about: object): Promise<string>
  /** Opens the console in a new tab. */
  tab(options?: Omit<ConsoleTabOptions, 'url'>): Promise<ConsoleTab>
  close(): Promise<void>
}

export interface ConsoleFixtureOptions {
  readonly site?: SiteOptions
  readonly env?: Readonly<Record<string, string>>
}

/** Opens the fixture for a suite, which is skipped loudly when the machine has no browser. */
export async function consoleForSuite(
  suite: Mocha.Context,
  options?: ConsoleFixtureOptions,
): Promise<ConsoleFixture> {
  const opened = await openConsoleFixture(options)
  return opened ?? skipLoudly(suite, 'no Chromium to open the console in')
}

/** Opens the fixture; null when the machine has no browser. */
export async function openConsoleFixture(
  options: ConsoleFixtureOptions = {},
): Promise<ConsoleFixture | null> {
  const browser: Browser | null = await launchBrowser()
  if (browser === null) return null
  const site = await openSite(options.site)
  const service = await openEmbeddedService(options.env)
  const { url } = service.service
  return {
    service,
    site,
    url,
    makeKey: (about) => makeKey(url, about),
    tab: (tabOptions) => openConsole(browser, { url, ...tabOptions }),
    async close() {
      await browser.close()
      await service.close()
      await site.close()
    },
  }
}

async function makeKey(url: string, about: object): Promise<string> {
  const headers = { 'X-API-Key': API_KEY, 'Content-Type': 'application/json' }
  const answer = await fetch(`${url}/keys`, { method: 'POST', headers, body: JSON.stringify(about) })
  return ((await answer.json()) as { key: string }).key
}
