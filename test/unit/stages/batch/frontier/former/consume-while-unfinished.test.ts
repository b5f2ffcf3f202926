import { expect } from 'chai'
import { consumeWhileUnfinished } from '#stages/batch/frontier/former/consume-while-unfinished.ts'
import { eventually } from '#test/contract/eventually.ts'

describe('consumeWhileUnfinished', () => {
  let isUnfinished: boolean
  let calls: string[]
  beforeEach(() => {
    isUnfinished = true
    calls = []
  })
  const start = () =>
    consumeWhileUnfinished({
      isUnfinished: () => isUnfinished,
      async consume() {
        calls.push('consume')
        return () => void calls.push('close')
      },
      lookMs: 1,
    })

  it('consumes nothing where all is finished', async () => {
    isUnfinished = false
    const stop = await start()
    await stop(0)
    expect(calls).to.deep.equal([])
  })

  it('ends once all is finished, and is closed once', async () => {
    const stop = await start()
    expect(calls).to.deep.equal(['consume'])
    isUnfinished = false
    await eventually(() => calls.includes('close'))
    await stop(0)
    expect(calls).to.deep.equal(['consume', 'close'])
  })

  it('is stopped before that', async () => {
    const stop = await start()
    await stop(0)
    expect(calls).to.deep.equal(['consume', 'close'])
  })
})
