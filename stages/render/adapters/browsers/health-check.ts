import { withTimeout } from '../../../../shared/async/timeout.ts'
import type { OpenedTab } from './open-tab.ts'
import { waitUntilPainted } from './wait-until-painted.ts'

/** Tabs that are opened for nothing but to see whether the browser is of use: it may answer, and yet load or draw nothing. */
export interface HealthCheck {
  /** Rejects when the browser has not opened, loaded, drawn and closed a tab in time. */
  probe(): Promise<void>
  /** Tabs that are open at the moment. */
  openProbes(): number
}

export function makeHealthCheck(open: () => Promise<OpenedTab>, timeoutMs: number): HealthCheck {
  let openProbes = 0

  async function openAndPaint(): Promise<void> {
    const opened = await waitUntilPainted(open(), timeoutMs)
    await opened.close()
  }

  return {
    async probe() {
      openProbes += 1
      const timeout = () => new Error(`It does not open, load and draw a tab within ${timeoutMs} ms`)
      await withTimeout(timeoutMs, openAndPaint(), timeout).finally(() => {
        openProbes -= 1
      })
    },
    openProbes: () => openProbes,
  }
}
