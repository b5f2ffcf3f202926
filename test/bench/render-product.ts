import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { folderObjectStore } from '#shared/adapters/folder/object-store.ts'
import type { InspectionRequested } from '#shared/messages/events/inspection-requested.ts'
import { consentRules } from '#stages/render/adapters/page-scripts.ts'
import { takeSnapshot } from '#stages/render/snapshot.ts'
import { openTestTabs, type TestTabs } from '#test/support/browser/test-tabs.ts'
import { childrenOf } from '#test/support/service/processes.ts'
import { type ScreenshotMethod, viewport } from './screenshot-methods.ts'

export interface Product extends ScreenshotMethod {
  stats: TestTabs['stats']
}

/**
 * Browsers are never replaced for their number of jobs, so that every leak shows. Memory is checked as often as in
 * the stage.
 */
const setting = { maxJobs: 1_000_000, memoryEveryMs: 500 }

/** Snapshots as the render stage takes them: its browsers, its proxy, its checks, stored in a folder. */
export async function product(executablePath: string, url: string, concurrency: number): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), 'pageprobe-bench-'))
  const tabs = await openTestTabs({ concurrency, findBrowser: () => executablePath, ...setting })
  const objects = folderObjectStore({ folder, expireDays: {} })
  const ports = {
    ...{
      tabs,
      objects,
      objectUrl: (name: string) => name,
      maxPageBytes: 100 * 2 ** 20,
      maxImageBytes: 2 ** 26,
    },
    consentRules,
    admitFinalUrl: async () => {},
  }
  const request = requestFor(url)
  const { signal } = new AbortController()
  return {
    name: 'the product',
    async capture() {
      const { screenshot_url } = (await takeSnapshot(ports, request, signal)).result
      return readFile(join(folder, screenshot_url))
    },
    sessions: () => childrenOf(process.pid, tabs.folder),
    stats: tabs.stats,
    async close() {
      await tabs.close()
      await objects.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function requestFor(url: string): InspectionRequested {
  const fixed = { fullPage: false, blockAds: false, blockCookieBanners: false, omitBackground: false }
  return {
    ...{ id: 'bench', operation: 'snapshot', lane: 'interactive', url, timing: '' },
    ...{ expiresAt: null, traceparent: null },
    parameters: {
      ...fixed,
      ...{ url, viewport, format: 'jpeg', quality: 80, timeout: 30_000, waitFor: 0, waitUntil: 'load' },
    },
  }
}
