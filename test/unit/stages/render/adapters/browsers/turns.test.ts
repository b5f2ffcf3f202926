import { setImmediate as turn } from 'node:timers/promises'
import { expect } from 'chai'
import { type Kind, makeTurns } from '#stages/render/adapters/browsers/turns.ts'

/** Work that goes on until it is told to end. */
function rig() {
  const turns = makeTurns()
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const start = (kind: Kind, name: string, signal = new AbortController().signal) =>
    turns(
      kind,
      () => {
        begun.push(name)
        return new Promise<void>((resolve) => ends.set(name, resolve))
      },
      signal,
    )
  const end = async (...names: string[]) => {
    for (const name of names) ends.get(name)?.()
    await turn()
  }
  return { turns, begun, start, end }
}

describe('turns', () => {
  it('let all that may be together begin at once', () => {
    const { begun, start } = rig()
    void start('together', 'a')
    void start('together', 'b')
    expect(begun).to.deep.equal(['a', 'b'])
  })

  it('let one alone begin when the others are done, and hold back new ones until it is done', async () => {
    const { begun, start, end } = rig()
    void start('together', 'a')
    void start('together', 'b')
    void start('alone', 'M')
    void start('together', 'c')
    expect(begun).to.deep.equal(['a', 'b'])
    await end('a')
    expect(begun).to.deep.equal(['a', 'b'])
    await end('b')
    expect(begun).to.deep.equal(['a', 'b', 'M'])
    void start('together', 'd')
    await end('M')
    expect(begun).to.deep.equal(['a', 'b', 'M', 'c', 'd'])
  })

  it('are in phases: those that waited for one alone go before the next, and that one before later ones', async () => {
    const { begun, start, end } = rig()
    void start('alone', 'M1')
    void start('alone', 'M2')
    void start('together', 'a')
    await end('M1')
    expect(begun).to.deep.equal(['M1', 'a'])
    void start('together', 'b')
    expect(begun).to.deep.equal(['M1', 'a'])
    await end('a')
    expect(begun).to.deep.equal(['M1', 'a', 'M2'])
    await end('M2')
    expect(begun).to.deep.equal(['M1', 'a', 'M2', 'b'])
  })

  it('let those that want to be alone follow each other when nobody else waits', async () => {
    const { begun, start, end } = rig()
    void start('alone', 'M1')
    void start('alone', 'M2')
    expect(begun).to.deep.equal(['M1'])
    await end('M1')
    expect(begun).to.deep.equal(['M1', 'M2'])
  })

  it('pass on when work fails, and who asked hears of it', async () => {
    const { turns, begun, start } = rig()
    const failing = turns('alone', () => Promise.reject(new Error('broken')), new AbortController().signal)
    void start('together', 'a')
    expect(await failing.catch((error: Error) => error.message)).to.equal('broken')
    await turn()
    expect(begun).to.deep.equal(['a'])
  })

  it('are not held up by one that gave up waiting', async () => {
    const { begun, start, end } = rig()
    const caller = new AbortController()
    void start('together', 'a')
    const given = start('alone', 'M', caller.signal)
    void start('together', 'b')
    caller.abort()
    await given
    expect(begun).to.deep.equal(['a', 'b'])
    await end('a', 'b')
    expect(begun).to.deep.equal(['a', 'b'])
  })

  it('are not given to one that gave up before', async () => {
    const { begun, start } = rig()
    await start('alone', 'M', AbortSignal.abort())
    await start('together', 'a', AbortSignal.abort())
    expect(begun).to.deep.equal([])
  })
})
