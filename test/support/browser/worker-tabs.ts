import { atWorkerEnd } from '#test/support/worker/at-worker-end.ts'
import { openTestTabs, type TestTabs } from './test-tabs.ts'

let shared: Promise<TestTabs> | null = null

/** The product's tabs that the test files of a worker share, one tab at a time. Their browser is replaced as in the product. */
export function workerTabs(): Promise<TestTabs> {
  shared ??= start()
  return shared
}

async function start(): Promise<TestTabs> {
  const tabs = await openTestTabs()
  atWorkerEnd(tabs.close)
  return tabs
}
