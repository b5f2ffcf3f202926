import axe from 'axe-core'
import type { Browser, Page } from 'puppeteer-core'

/** A violation that axe found. */
export interface AxeFinding {
  readonly rule: string
  readonly elements: readonly string[]
}

/** The console in a tab of a real browser that reaches nothing but loopback addresses. */
export interface ConsoleTab {
  readonly page: Page
  readonly key: string | null
  /** Addresses that the page asked for. */
  readonly requests: readonly string[]
  /** Errors of the page, messages of its console that are no answers of 4xx and 5xx, and violations of its policy. */
  readonly complaints: readonly string[]
  /** Opens a fragment and waits until its view is there. */
  open(fragment: string): Promise<void>
  /** Waits for text that a person can see. */
  waitForText(text: string | RegExp, timeoutMs?: number): Promise<void>
  /** The text that a person can see. */
  text(selector?: string): Promise<string>
  /** Clicks the button or link of that name; `role` tells elements of the same name apart. */
  click(name: string, role?: string): Promise<void>
  /** Sets the control of that label. */
  fill(label: string, value: string): Promise<void>
  /** What axe finds, in the colour scheme that is set. */
  axe(): Promise<AxeFinding[]>
  close(): Promise<void>
}

export interface ConsoleTabOptions {
  /** Address of the service. */
  readonly url: string
  /** The key of the tab; null = none. */
  readonly key: string | null
  /** Whether scripts run; default: yes. */
  readonly isScripted?: boolean
  readonly width?: number
  readonly height?: number
}

/** What Chromium reports for an answer of 4xx or 5xx: the answer is what a test is about. */
const ANSWER = /^Failed to load resource: the server responded with a status of/

/** Bounds a test that would hang: a busy machine takes tens of seconds for a long view. */
const WAIT_MS = 60_000

/** Opens the console in a context of its own. */
export async function openConsole(browser: Browser, options: ConsoleTabOptions): Promise<ConsoleTab> {
  const { url, key, isScripted = true, width = 1280, height = 900 } = options
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  page.setDefaultTimeout(WAIT_MS)
  const requests: string[] = []
  const complaints: string[] = []
  // A fragment is not sent.
  page.on('request', (request) => requests.push(request.url().split('#')[0] ?? ''))
  page.on('console', (message) => {
    const isComplaint = ['error', 'warn'].includes(message.type()) && !ANSWER.test(message.text())
    if (isComplaint) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.evaluateOnNewDocument(() => {
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`),
    )
  })
  await page.setViewport({ width, height })
  await page.setJavaScriptEnabled(isScripted)
  await page.goto(`${url}/${key === null ? '' : `#key=${key}`}`, { waitUntil: 'load' })
  if (isScripted) await viewShown(page)
  const does = actions(page, url)
  return { page, key, requests, complaints, ...does, close: () => context.close() }
}

function actions(
  page: Page,
  url: string,
): Omit<ConsoleTab, 'page' | 'key' | 'requests' | 'complaints' | 'close'> {
  const text = (selector = 'body') => page.$eval(selector, (element) => (element as HTMLElement).innerText)
  return {
    text,
    async open(fragment: string) {
      await page.evaluate((next) => {
        if (location.hash === next) return
        document.documentElement.dataset.isLeft = ''
        addEventListener('hashchange', () => delete document.documentElement.dataset.isLeft, { once: true })
      }, fragment)
      await page.goto(`${url}/${fragment}`)
      await viewShown(page)
    },
    async waitForText(wanted: string | RegExp, timeoutMs = WAIT_MS) {
      const { source, flags } = typeof wanted === 'string' ? new RegExp(escaped(wanted)) : wanted
      const isThere = (pattern: string, flags: string) =>
        new RegExp(pattern, flags).test(document.body.innerText)
      await page.waitForFunction(isThere, { timeout: timeoutMs }, source, flags).catch(async (error) => {
        throw new Error(`no ${wanted} in:\n${await text()}`, { cause: error })
      })
    },
    async click(name: string, role?: string) {
      const roles = role === undefined ? '' : `[role="${role}"]`
      const button = await page.waitForSelector(`::-p-aria([name="${name}"]${roles})`, { visible: true })
      await button?.click()
    },
    async fill(label: string, value: string) {
      const control = await page.waitForSelector(`::-p-aria([name="${label}"])`)
      await control?.click({ count: 3 })
      await control?.press('Backspace')
      await control?.type(value)
    },
    async axe() {
      // Evaluated by the debugger: the page's policy lets no other script in.
      await page.evaluate(axe.source)
      return page.evaluate(async () => {
        const page = globalThis as unknown as { axe: { run(): Promise<{ violations: AxeViolation[] }> } }
        const { violations } = await page.axe.run()
        return violations.map(({ id, nodes }) => ({
          rule: id,
          elements: nodes.map(({ html }) => html.slice(0, 200)),
        }))
      })
    },
  }
}

/**
 * Waits until the application shows the view of its address. Until it has begun, the page has a main of its own, which the
 * application has with a link to skip to it; until an address that was entered is taken, the last view stays.
 */
async function viewShown(page: Page): Promise<void> {
  const isShown = () =>
    document.documentElement.dataset.isLeft === undefined &&
    document.querySelector('#app > .skip') !== null &&
    document.querySelector('#main h1') !== null &&
    document.querySelector('[aria-label="Loading the view"]') === null
  await page.waitForFunction(isShown)
}

interface AxeViolation {
  readonly id: string
  readonly nodes: readonly { readonly html: string }[]
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
