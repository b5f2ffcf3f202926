import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { DeadlineExceeded, type Tab } from '#stages/render/tab/tab.ts'
import { rejectWhenUnresponsive } from '#stages/render/visit/hang-detector.ts'

const tabThat = (send: () => Promise<unknown>) => ({ cdp: { send } }) as unknown as Tab
const never = new Promise<never>(() => undefined)

/** What came first. */
function first(tab: Tab, afterMs: number, work: Promise<unknown>): Promise<unknown> {
  const watched = rejectWhenUnresponsive(tab, afterMs, work).catch((error: unknown) => error)
  return Promise.race([watched, delay(1500, 'still watched')])
}

describe('rejectWhenUnresponsive', () => {
  it('rejects with DeadlineExceeded when the page is unresponsive', async () => {
    expect(
      await first(
        tabThat(() => never),
        10,
        never,
      ),
    ).to.be.instanceOf(DeadlineExceeded)
  })

  it('does not settle while the page responds', async () => {
    expect(
      await first(
        tabThat(async () => ({})),
        10,
        never,
      ),
    ).to.equal('still watched')
  })

  it('does not settle when the page is gone', async () => {
    expect(
      await first(
        tabThat(async () => Promise.reject(new Error('gone'))),
        10,
        never,
      ),
    ).to.equal('still watched')
  })

  it('does not call the page after the work has settled', async () => {
    let requested = 0
    const tab = tabThat(async () => {
      requested += 1
    })
    expect(await first(tab, 50, Promise.resolve())).to.equal('still watched')
    expect(requested).to.equal(0)
  })
})
