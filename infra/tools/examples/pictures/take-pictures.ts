import { mkdirSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page, Viewport } from 'puppeteer-core'
import sharp from 'sharp'
import { launchBrowser } from '#test/support/console/console-browser.ts'
import { withConstants } from '#test/support/service/constants/with-constants.ts'
import { openEmbeddedService, type ServiceFixture } from '#test/support/service/service-fixture.ts'
import { roastery } from './roastery.ts'
import { serveSite } from './serve-site.ts'

const FOLDER = 'infra/docs/pictures'
const HOST = 'www.harbour-roastery.example'
const ADDRESS = '127.0.0.2'
const schemes = ['light', 'dark'] as const

/** Pixels of a picture's width and height, and how many there are for one of the page: of a screen, and of a document. */
const SCREEN: Viewport = { width: 1280, height: 800, deviceScaleFactor: 1.5 }
const SHEET: Viewport = { width: 1000, height: 1300, deviceScaleFactor: 1.25 }
const QUALITY = 80
/** A busy machine takes long for all four inspections. */
const WAIT_MS = 120_000
const POLL_MS = 300

/**
 * Takes the pictures of the README: the console with all four inspections of a page, and the report on a site after its second
 * crawl. Writes them into `infra/docs/pictures`. Leaves nothing else behind.
 */
async function takePictures(): Promise<void> {
  const browser = await launchBrowser()
  if (browser === null) throw new Error('no Chromium to take pictures with: npm start installs one')
  const site = await serveSite(ADDRESS, await roastery(false))
  // The second crawl sees what has changed since the first.
  const command = withConstants({ 'stages/fetch/main.ts': { LOOKUP_CACHE_MS: 1000 } })
  const service = await openEmbeddedService({ EGRESS_HOSTS: `${HOST}=${ADDRESS}` }, { command })
  const start = `http://${HOST}:${site.port}/`
  try {
    mkdirSync(FOLDER, { recursive: true })
    const first = await crawl(service, start)
    site.serve(await roastery(true))
    await pictureOfReport(browser, service, [first, await crawl(service, start)])
    await pictureOfInspection(browser, service, start)
  } finally {
    await browser.close()
    await service.close()
    await site.close()
  }
}

async function pictureOfInspection(browser: Browser, { url, key }: ServiceFixture, start: string) {
  const page = await openPage(browser, SCREEN)
  await page.goto(`${url}/#key=${key}`)
  await page.goto(`${url}/#/inspect?${new URLSearchParams({ url: start, device: 'mobile' })}`)
  const run = await page.waitForSelector('button[type=submit]')
  await run?.click()
  await page.waitForFunction(
    () => {
      const cancel = [...document.querySelectorAll('button')].find(
        ({ textContent }) => textContent === 'Cancel',
      )
      return (
        (cancel?.checkVisibility() ?? false) === false &&
        (document.body.textContent ?? '').includes('Fix first')
      )
    },
    { timeout: WAIT_MS },
  )
  await save(page, 'inspect')
}

async function pictureOfReport(
  browser: Browser,
  { url, key }: ServiceFixture,
  [before, now]: readonly [string, string],
) {
  const query = new URLSearchParams({ compare: before, client: 'Harbour Roastery', title: 'SEO report' })
  const headers = { 'X-API-Key': key, Accept: 'text/html' }
  const report = await fetch(`${url}/batches/${now}/report?${query}`, { headers })
  if (!report.ok) throw new Error(`no report: ${await report.text()}`)
  const page = await openPage(browser, SHEET)
  await page.setContent(await report.text())
  await save(page, 'report')
}

/** Crawls the site and returns the id of the batch when it and its report are complete. */
async function crawl({ url, key }: ServiceFixture, start: string): Promise<string> {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ operation: 'seo-audit', crawl: { seeds: [start] } })
  const accepted = await fetch(`${url}/batches`, { method: 'POST', headers, body })
  const { id } = (await accepted.json()) as { id: string }
  for (;;) {
    const report = await fetch(`${url}/batches/${id}/report`, { headers })
    if (((await report.json()) as { complete: boolean }).complete) return id
    await sleep(POLL_MS)
  }
}

async function openPage(browser: Browser, size: Viewport): Promise<Page> {
  const page = await (await browser.createBrowserContext()).newPage()
  await page.setViewport(size)
  return page
}

async function save(page: Page, name: string): Promise<void> {
  for (const scheme of schemes) {
    await page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: scheme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ])
    await page.evaluate(() => scrollTo(0, 0))
    const png = await page.screenshot({ type: 'png' })
    writeFileSync(`${FOLDER}/${name}-${scheme}.webp`, await sharp(png).webp({ quality: QUALITY }).toBuffer())
  }
}

if (import.meta.main) await takePictures()
