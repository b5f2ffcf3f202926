import type { Browser } from 'puppeteer-core'
import { openEmbeddedService, type UsedService } from '#test/support/service/service-fixture.ts'
import { workerService } from '#test/support/service/worker-service.ts'
import { openOwnSite, openSite, type SiteOptions, type TargetSite } from '#test/support/sites/target-site.ts'
import { skipLoudly } from '#test/support/skips.ts'
import { consoleBrowser, launchBrowser } from './console-browser.ts'
import { type ConsoleTab, type ConsoleTabOptions, openConsole } from './console-tab.ts'

/** A whole service, a site to inspect and a browser for the console. */
export interface ConsoleFixture {
  readonly service: UsedService
  readonly site: TargetSite
  readonly url: string
  /** A key with all scopes, of an owner of its own. */
  readonly key: string
  /** Makes a key with these fields of `POST /keys`, of plan free by default. */
  makeKey(about: object): Promise<string>
  /** Opens the console in a new tab, with the key of the fixture by default. */
  tab(options?: Partial<Omit<ConsoleTabOptions, 'url'>>): Promise<ConsoleTab>
  close(): Promise<void>
}

interface ConsoleFixtureOptions {
  readonly site?: Omit<SiteOptions, 'network'>
}

/**
 * The fixture for a suite, with the service and the browser that the files of this worker share. The suite is skipped
 * loudly when the machine has no browser.
 */
export async function consoleForSuite(
  suite: Mocha.Context,
  { site }: ConsoleFixtureOptions = {},
): Promise<ConsoleFixture> {
  const browser = (await consoleBrowser()) ?? skipLoudly(suite, 'no Chromium to open the console in')
  return consoleFixture(browser, await workerService(), await openOwnSite(site))
}

/** Opens the fixture with a service and a browser of its own; null when the machine has no browser. */
export async function openConsoleFixture({
  site,
}: ConsoleFixtureOptions = {}): Promise<ConsoleFixture | null> {
  const browser = await launchBrowser()
  if (browser === null) return null
  const fixture = consoleFixture(browser, await openEmbeddedService(), await openSite(site))
  return {
    ...fixture,
    async close() {
      await browser.close()
      await fixture.close()
    },
  }
}

function consoleFixture(browser: Browser, service: UsedService, site: TargetSite): ConsoleFixture {
  const { url, key } = service
  return {
    service,
    site,
    url,
    key,
    makeKey: (about) => service.makeKey({ plan: 'free', ...about }),
    tab: (options) => openConsole(browser, { url, key, ...options }),
    async close() {
      await service.close()
      await site.close()
    },
  }
}
