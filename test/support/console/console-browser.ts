import puppeteer, { type Browser } from 'puppeteer-core'
import { findChromium } from '#infra/setup/find-chromium.mjs'
import { atWorkerEnd } from '#test/support/worker/at-worker-end.ts'

let shared: Promise<Browser | null> | null = null

/**
 * The browser in which all files of this worker open the console, each tab in a context of its own. Null when the machine
 * has none. Once it has ended, the next file has another one.
 */
export async function consoleBrowser(): Promise<Browser | null> {
  if ((await shared)?.connected === false) shared = null
  shared ??= startShared()
  return shared
}

async function startShared(): Promise<Browser | null> {
  const browser = await launchBrowser()
  if (browser !== null) atWorkerEnd(() => browser.close())
  return browser
}

/** Starts a browser that reaches nothing but loopback addresses; null when the machine has none. */
export async function launchBrowser(): Promise<Browser | null> {
  const executablePath = findChromium()
  if (executablePath === null) return null
  const args = ['--no-sandbox', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.*']
  return puppeteer.launch({ executablePath, args })
}
