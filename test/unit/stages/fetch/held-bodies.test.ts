import { expect } from 'chai'
import { makeHeldBodies } from '#stages/fetch/held-bodies.ts'
import { eventually } from '#test/contract/eventually.ts'

const never = new AbortController().signal

describe('held bodies', () => {
  /** A store that answers when the test says so. */
  function stored() {
    const answers: (() => void)[] = []
    return { answers, put: () => new Promise<void>((resolve) => answers.push(resolve)) }
  }
  const bytes = (length: number) => Buffer.alloc(length)
  const hasRoom = async (held: ReturnType<typeof makeHeldBodies>) =>
    Promise.race([
      held.room(never).then(() => true),
      new Promise((resolve) => setTimeout(resolve, 50, false)),
    ])

  it('leave room for more until too many bytes wait, and again once the store has one', async () => {
    const held = makeHeldBodies(1000)
    const { answers, put } = stored()
    const puts = [600, 399, 1].map((length) => held.holding(put)('bodies/x', bytes(length), 'text/html'))
    expect(await hasRoom(held)).to.equal(true)
    await eventually(async () => !(await hasRoom(held)))
    const waiting = held.room(never)
    answers[2]?.()
    await waiting
    expect(await hasRoom(held)).to.equal(true)
    for (const answer of answers) answer()
    await Promise.all(puts)
  })

  it('are none of those that the store takes at once', async () => {
    const held = makeHeldBodies(1)
    await held.holding(async () => {})('bodies/x', [bytes(500), bytes(500)], 'text/html')
    expect(await hasRoom(held)).to.equal(true)
  })

  it('are given up with whoever waits for them', async () => {
    const held = makeHeldBodies(1)
    const { put } = stored()
    void held.holding(put)('bodies/x', bytes(1), 'text/html')
    await eventually(async () => !(await hasRoom(held)))
    const expired = AbortSignal.timeout(20)
    expect(
      await held.room(expired).then(
        () => null,
        (error: Error) => error.name,
      ),
    ).to.equal('AbortError')
  })
})
