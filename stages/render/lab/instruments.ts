import { openIsolatedWorld } from '../tab/isolated-world.ts'
import type { Tab } from '../tab/tab.ts'
import type { CodePool } from './code/code.worker.ts'
import { calibrate } from './conditions/calibration.ts'
import type { CpuTimes } from './conditions/noise.ts'
import { type Profile, throttle } from './conditions/profile.ts'
import type { ImageSizes } from './images/images.ts'
import { traceMainThread } from './main-thread/trace-main-thread.ts'
import { recordRequests } from './requests/request-recorder.ts'
import { observePage } from './vitals/observation.ts'

export interface InstrumentPorts {
  /** The text of web-vitals, which sets `webVitals`. */
  readonly vitalsLibrary: string
  /** Busy time of all cores of the machine so far, in milliseconds; null when unknown. */
  machineBusyMs(): number | null
  readonly codePool: CodePool
  readonly imageSizes: ImageSizes
}

/** The instruments that are attached to a page before its first navigation. */
export type Instruments = Awaited<ReturnType<typeof attachInstruments>>

const LOOP_TIMEOUT_MS = 3000
/** The browser has exited. */
const ignore = () => {}

/**
 * Attaches all instruments to a fresh tab. The cache of a fresh tab is empty; it is not disabled, because a browser with a disabled
 * cache sends `no-cache` to each server.
 */
export async function attachInstruments(tab: Tab, ports: InstrumentPorts, profile: Profile) {
  const browser = await tab.target.browser().target().createCDPSession()
  // The browser outlives the tab, and would keep the session.
  tab.signal.addEventListener('abort', () => void browser.detach().catch(ignore), { once: true })
  const { product } = await browser.send('Browser.getVersion')
  const world = await openIsolatedWorld(tab)
  const calibration = await calibrate(world)
  // One after the other: puppeteer confuses two sessions that are requested at the same time.
  const throttled = await throttle(tab, profile)
  const traffic = await recordRequests(tab)
  const observation = await observePage(tab, ports.vitalsLibrary)
  const loopBeforeMs = await calibration.measureLoop(world, LOOP_TIMEOUT_MS)
  const trace = await traceMainThread(tab)
  return {
    ...{ calibration, traffic, observation, trace, throttle: throttled },
    ...{ codePool: ports.codePool, imageSizes: ports.imageSizes },
    /** Milliseconds of the calibration loop with the profile's slowdown. */
    loopBeforeMs,
    /** Name and version. */
    browser: product,
    async readCpu(): Promise<CpuTimes> {
      const { processInfo } = await browser.send('SystemInfo.getProcessInfo')
      const browserMs = processInfo.reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0)
      const { user, system } = process.cpuUsage()
      const serviceMs = (user + system) / 1000
      return { at: performance.now(), machineMs: ports.machineBusyMs(), browserMs, serviceMs }
    },
  }
}
