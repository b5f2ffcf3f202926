import type { CDPSession } from 'puppeteer-core'
import { type Device, devicePresets, type Viewport } from '#shared/operations/snapshot.ts'
import { userAgents } from '#shared/web/user-agents.ts'
import { prepareTargets } from '../../tab/prepare-targets.ts'
import type { Tab } from '../../tab/tab.ts'

/** An emulated device and its network. */
export interface Profile {
  readonly device: Device
  /** A name made of viewport, scale and CPU factor. */
  readonly deviceProfile: string
  readonly viewport: Viewport
  readonly userAgent: string
  /** Slowdown of the main thread; 1 = none. */
  readonly cpuFactor: number
  readonly network: NetworkConditions
}

export interface NetworkConditions {
  /** A name for the conditions and the method. */
  readonly name: string
  /** Milliseconds added before the headers of a response. */
  readonly latencyMs: number
  /** Null = unlimited. */
  readonly downloadBytesPerSecond: number | null
  readonly uploadBytesPerSecond: number | null
}

const bytesPerSecond = (kilobits: number) => Math.floor((kilobits * 1024) / 8)

/**
 * Lighthouse's slow 4G for DevTools throttling. The factors 3.75 (150 ms round trip) and 0.9 (1.6 Mbit/s down, 750 kbit/s up) compensate
 * for what DevTools throttling does not simulate (lantern's Constants.js, `mobileSlow4G`).
 */
const slow4g: NetworkConditions = {
  name: 'slow-4g-devtools',
  latencyMs: 562.5,
  downloadBytesPerSecond: bytesPerSecond(1474.56),
  uploadBytesPerSecond: bytesPerSecond(675),
}
const unthrottled: NetworkConditions = {
  name: 'unthrottled',
  latencyMs: 0,
  downloadBytesPerSecond: null,
  uploadBytesPerSecond: null,
}
const HANDHELD_CPU = 4

/** The lab profile of a device: handheld devices are throttled, the desktop is not. */
export function profileOf(device: Device): Profile {
  const viewport = devicePresets[device]
  const isHandheld = device !== 'desktop'
  const cpuFactor = isHandheld ? HANDHELD_CPU : 1
  const { width, height, deviceScaleFactor } = viewport
  return {
    device,
    deviceProfile: `${device}-${width}x${height}@${deviceScaleFactor}-cpu${cpuFactor}x`,
    viewport,
    userAgent: userAgents[device],
    cpuFactor,
    network: isHandheld ? slow4g : unthrottled,
  }
}

/** Unlimited, in CDP. */
const UNLIMITED = -1

/**
 * Throttles CPU and network of the page, and of each frame with a process of its own, from before their first request. Throttling ends
 * with its sessions, or by `lift`. Does not throttle the CPU of workers, which Chromium does not support.
 */
export async function throttle(tab: Tab, { cpuFactor, network }: Profile) {
  if (cpuFactor === 1 && network.latencyMs === 0) return { lift: async () => {} }
  const slowDown = (session: CDPSession) =>
    Promise.all([
      session.send('Network.emulateNetworkConditions', conditionsOf(network)),
      session.send('Emulation.setCPUThrottlingRate', { rate: cpuFactor }),
    ])
  const sessions = await tab.guard(prepareTargets(tab, slowDown))
  return { lift: sessions.close }
}

function conditionsOf({ latencyMs, downloadBytesPerSecond, uploadBytesPerSecond }: NetworkConditions) {
  return {
    offline: false,
    latency: latencyMs,
    downloadThroughput: downloadBytesPerSecond ?? UNLIMITED,
    uploadThroughput: uploadBytesPerSecond ?? UNLIMITED,
  }
}
