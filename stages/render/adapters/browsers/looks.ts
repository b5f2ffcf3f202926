import { drawn } from './drawn.ts'
import type { OpenedTab } from './open-tab.ts'
import { within } from './within.ts'

/** Tabs that are opened for nothing but to see whether the browser is of use: it may answer, and yet load or draw nothing. */
export interface Looks {
  /** Rejects when the browser has not opened, loaded, drawn and closed a tab in time. */
  look(): Promise<void>
  /** Tabs that are open at the moment. */
  count(): number
}

export function makeLooks(open: () => Promise<OpenedTab>, ms: number): Looks {
  let count = 0

  async function tryOut(): Promise<void> {
    const opened = await drawn(open(), ms)
    await opened.close()
  }

  return {
    async look() {
      count += 1
      const late = () => new Error(`It does not open, load and draw a tab within ${ms} ms`)
      await within(ms, tryOut(), late).finally(() => {
        count -= 1
      })
    },
    count: () => count,
  }
}
