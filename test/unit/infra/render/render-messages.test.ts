import { setImmediate as turn } from 'node:timers/promises'
import { expect } from 'chai'
import { coalesceTopics } from '#infra/render/render-messages.ts'

describe('coalesceTopics', () => {
  it('sends one message at a time, and what came meanwhile in one more, each name once', async () => {
    const sent: (readonly string[])[] = []
    const written: (() => void)[] = []
    const notice = coalesceTopics((topics) => {
      sent.push(topics)
      return new Promise((resolve) => written.push(resolve))
    })
    notice(['a'])
    notice(['b', 'c'])
    notice(['c', 'a'])
    expect(sent).to.deep.equal([['a']])
    written.shift()?.()
    await turn()
    expect(sent).to.deep.equal([['a'], ['b', 'c', 'a']])
    written.shift()?.()
    await turn()
    notice(['d'])
    expect(sent.at(-1)).to.deep.equal(['d'])
  })
})
