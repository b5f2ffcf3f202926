import { type Device, devicePresets, type Viewport } from '#shared/operations/snapshot.ts'
import { userAgents } from '#shared/user-agents.ts'

/** A device as the lab has it, and the network it is on. */
export interface Profile {
  readonly device: Device
  /** Viewport, scale and CPU factor by name. */
  readonly deviceProfile: string
  readonly viewport: Viewport
  readonly userAgent: string
  /** Slowdown of the main thread; 1 = none. */
  readonly cpuFactor: number
  readonly network: NetworkConditions
}

export interface NetworkConditions {
  /** Conditions and method by name. */
  readonly name: string
  /** Milliseconds before an answer's headers. */
  readonly latencyMs: number
  /** Null = not held back. */
  readonly downloadBytesPerSecond: number | null
  readonly uploadBytesPerSecond: number | null
}

const bytesPerSecond = (kilobits: number) => Math.floor((kilobits * 1024) / 8)

/**
 * Lighthouse's slow 4G for throttling by the browser: 150 ms round trip times 3.75, 1.6 Mbit/s down and 750 kbit/s up times 0.9
 * make up for what that method leaves out (lantern's Constants.js, `mobileSlow4G`).
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
