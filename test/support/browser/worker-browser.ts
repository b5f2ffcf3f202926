import { mergeFlags, renderFlags } from '#stages/render/adapters/browsers/launch/chromium-flags.ts'
import { namedHosts } from '#test/support/sites/named-hosts.ts'
import { atWorkerEnd } from '#test/support/worker/at-worker-end.ts'
import { openTestBrowser, type TestBrowser, type TestTab, type TestTabOptions } from './test-tab.ts'

/** As the product starts it, but pages may open windows, so that a test sees who closes them. */
const flags = renderFlags.filter((flag) => flag !== '--block-new-web-contents')

/** The browser that runs or starts. */
let shared: Promise<TestBrowser> | null = null

/**
 * Opens a tab in the browser that the test files of a worker share. Tabs share nothing. Frames of other sites have
 * processes of their own, and all names lead to `namedHosts()`. The browser starts with the first tab; when it is gone,
 * the next tab has another one.
 */
export async function openWorkerTab(options?: TestTabOptions): Promise<TestTab> {
  return (await workerBrowser()).open(options)
}

async function workerBrowser(): Promise<TestBrowser> {
  shared ??= start()
  const asked = shared
  const running = await asked.catch(() => null)
  if (running?.browser.connected) return running
  if (shared === asked) shared = start()
  return shared
}

async function start(): Promise<TestBrowser> {
  const { flag } = await namedHosts()
  const browser = await openTestBrowser([...mergeFlags(flags), '--site-per-process', flag])
  atWorkerEnd(browser.close)
  return browser
}
