import type { CDPSession } from 'puppeteer-core'
import { prepareTargets } from '../../tab/prepare-targets.ts'
import type { Tab } from '../../tab/tab.ts'
import type { NetworkConditions, Profile } from './profile.ts'

/** The CPU and network throttling of a page. */
export interface Throttle {
  /** Ends the throttling. */
  lift(): Promise<void>
}

/** Unlimited, in CDP. */
const UNLIMITED = -1

/**
 * Throttles CPU and network of the page, and of each frame with a process of its own, from before their first request. Throttling ends
 * with its sessions. Does not throttle the CPU of workers, which Chromium does not support.
 */
export async function throttle(tab: Tab, { cpuFactor, network }: Profile): Promise<Throttle> {
  if (cpuFactor === 1 && network.latencyMs === 0) return { lift: async () => {} }
  const sessions = new Set<CDPSession>()
  const slowDown = async (session: CDPSession) => {
    sessions.add(session)
    await Promise.all([
      session.send('Network.emulateNetworkConditions', conditionsOf(network)),
      session.send('Emulation.setCPUThrottlingRate', { rate: cpuFactor }),
    ])
  }
  await tab.guard(prepareTargets(tab, slowDown))
  return {
    async lift() {
      // The frame is gone.
      await Promise.all([...sessions].map((session) => session.detach().catch(() => {})))
    },
  }
}

function conditionsOf({ latencyMs, downloadBytesPerSecond, uploadBytesPerSecond }: NetworkConditions) {
  return {
    offline: false,
    latency: latencyMs,
    downloadThroughput: downloadBytesPerSecond ?? UNLIMITED,
    uploadThroughput: uploadBytesPerSecond ?? UNLIMITED,
  }
}
