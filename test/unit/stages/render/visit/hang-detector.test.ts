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

describe('a page that has to answer', () => {
  it('ends with DeadlinePassed when it answers nothing any more', async () => {
    expect(
      await first(
        tabThat(() => never),
        10,
        never,
      ),
    ).to.be.instanceOf(DeadlineExceeded)
  })

  it('may go on while it answers', async () => {
    expect(
      await first(
        tabThat(async () => ({})),
        10,
        never,
      ),
    ).to.equal('still watched')
  })

  it('is left to its own end when it is gone', async () => {
    expect(
      await first(
        tabThat(async () => Promise.reject(new Error('gone'))),
        10,
        never,
      ),
    ).to.equal('still watched')
  })

  it('is not asked once the work is done', async () => {
    let asked = 0
    const tab = tabThat(async () => {
      asked += 1
    })
    expect(await first(tab, 50, Promise.resolve())).to.equal('still watched')
    expect(asked).to.equal(0)
  })
})
