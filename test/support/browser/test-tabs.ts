import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from '#infra/setup/find-chromium.mjs'
import { makeEgress } from '#shared/egress/egress.ts'
import { parseAllow, parsePorts } from '#shared/egress/policy/egress-rules.ts'
import type { Log } from '#shared/log.ts'
import {
  type BrowserTabs,
  type BrowserTabsOptions,
  openBrowserTabs,
} from '#stages/render/adapters/browsers/browser-tabs.ts'
import { proxyLimits } from '#stages/render/adapters/egress-proxy/egress-proxy.ts'
import { noNetworkSandbox } from '#stages/render/adapters/network-sandbox/network-sandbox.ts'

/** A line of the log: its level, text and fields. */
export interface Logged {
  readonly level: string
  readonly text: string
  readonly about: Readonly<Record<string, unknown>>
}

/** Browsers as the service runs them; targets on loopback are allowed. */
export interface TestTabs extends BrowserTabs {
  /** The folder of their profiles. */
  readonly folder: string
  readonly logged: readonly Logged[]
  /** Kills all browsers and removes the folder. */
  close(): Promise<void>
}

const loopback = makeEgress({
  rules: {
    allow: parseAllow('127.0.0.0/8:*'),
    hosts: new Map(),
    ports: parsePorts('1-65535'),
    ownAddresses: [],
  },
  resolve: async () => [],
  dnsCacheMs: 0,
})

const defaults = {
  concurrency: 1,
  egress: loopback,
  limits: { ...proxyLimits, maxBytes: 50_000_000 },
  findBrowser: () => findChromium(),
  sandbox: 'auto',
  user: null,
  networkSandbox: noNetworkSandbox,
  maxJobs: 1000,
  maxAgeMs: 3_600_000,
  warmAgeMs: 600_000,
  launchMs: 20_000,
  protocolMs: 60_000,
  pipe: { messageBytes: 96 * 2 ** 20, contextBytes: 2 ** 30 },
  tabTimeoutMs: 10_000,
  closeTimeoutMs: 3000,
  backoffMs: 50,
  maxBackoffMs: 200,
  memoryBytes: 2 ** 31,
  memoryCheckMs: 100,
  probeTimeoutMs: 5000,
  probeEveryMs: 2000,
} as const satisfies Omit<BrowserTabsOptions, 'folder' | 'logger'>

export async function openTestTabs(options: Partial<BrowserTabsOptions> = {}): Promise<TestTabs> {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'test-tabs-')))
  const logged: Logged[] = []
  const line = (level: string) => (about: object, text: string) => {
    logged.push({ level, text, about: { ...about } })
  }
  const logger = { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') }
  const tabs = await openBrowserTabs({ ...defaults, logger: logger as unknown as Log, ...options, folder })
  return {
    ...tabs,
    folder,
    logged,
    async close() {
      await tabs.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
