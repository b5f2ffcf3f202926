import { Cluster } from 'puppeteer-cluster'
import puppeteer, { type LaunchOptions, type Page } from 'puppeteer-core'

/** A method to take screenshots of a page. */
export interface ScreenshotMethod {
  readonly name: string
  /** Takes one screenshot; resolves with its bytes. */
  capture(): Promise<Buffer>
  /** Ids of the sessions that its browsers lead. */
  sessions(): readonly number[]
  close(): Promise<void>
}

export const viewport = { width: 1280, height: 800, deviceScaleFactor: 1 }

const launchOptions = (executablePath: string): LaunchOptions => ({
  ...{ executablePath, headless: 'shell', args: ['--no-sandbox'], defaultViewport: viewport },
})

async function capture(page: Page, url: string): Promise<Buffer> {
  await page.goto(url, { waitUntil: 'load' })
  return Buffer.from(await page.screenshot({ type: 'jpeg', quality: 80 }))
}

/** puppeteer as its documentation shows it: a new context for each screenshot. */
export async function bareLoop(executablePath: string, url: string): Promise<ScreenshotMethod> {
  const browser = await puppeteer.launch(launchOptions(executablePath))
  return {
    name: 'bare puppeteer',
    async capture() {
      const context = await browser.createBrowserContext()
      try {
        return await capture(await context.newPage(), url)
      } finally {
        await context.close()
      }
    },
    sessions: () => [browser.process()?.pid ?? 0],
    close: () => browser.close(),
  }
}

/** puppeteer-cluster as its documentation shows it, with a context for each job. */
export async function plainCluster(
  executablePath: string,
  url: string,
  concurrency: number,
): Promise<ScreenshotMethod> {
  const cluster: Cluster<string, Buffer> = await Cluster.launch({
    concurrency: Cluster.CONCURRENCY_CONTEXT,
    maxConcurrency: concurrency,
    puppeteer,
    puppeteerOptions: launchOptions(executablePath),
  })
  let pid = 0
  await cluster.task(({ page, data }) => {
    pid = page.browser().process()?.pid ?? 0
    return capture(page, data)
  })
  return {
    name: 'puppeteer-cluster',
    capture: () => cluster.execute(url),
    sessions: () => [pid],
    async close() {
      await cluster.idle()
      await cluster.close()
    },
  }
}
