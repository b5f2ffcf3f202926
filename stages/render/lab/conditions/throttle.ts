import type { CDPSession } from 'puppeteer-core'
import { prepareTargets } from '../../tab/prepare-targets.ts'
import type { Tab } from '../../tab/tab.ts'
import type { NetworkConditions, Profile } from './profile.ts'

/** Slows the page down as its profile says. */
export interface Throttle {
  /** The page is as fast as the machine again. */
  lift(): Promise<void>
}

/** CDP's word for "not held back". */
const UNLIMITED = -1

/**
 * Both hold for the page and each frame with a process of its own, one by one, from before their first request; they end with
 * their sessions. Workers' threads are not slowed: the browser has no means for that.
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
      // A frame that is gone is as fast as it gets.
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
