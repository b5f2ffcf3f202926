import { expect } from 'chai'
import { violationsIn } from '#infra/tools/test-clocks/violations.ts'

const importing = (source: string) => `import { setTimeout as sleep } from 'node:timers/promises'\n${source}`

describe('violations', () => {
  it('are sleeps and assertions on time, in the order of the source', () => {
    const source = importing(`it('x', async () => {
      const began = Date.now()
      await sleep(50)
      expect(Date.now() - began).to.be.below(60)
      await sleep(50)
    })`)
    const found = violationsIn(source).map(({ line, what }) => [line, what])
    expect(found).to.deep.equal([
      [4, 'sleeps for a fixed time'],
      [5, 'asserts milliseconds of this machine'],
      [6, 'sleeps for a fixed time'],
    ])
  })

  it('name the test, or what is outside of tests, and the line', () => {
    const source = importing(`const pause = () => sleep(20)
function makeFake() { return { close: async () => { await sleep(5) } } }
class Fake { async close() { await sleep(5) } }
describe('unit', () => {
  beforeEach(() => sleep(5))
  it(\`works with \${name}\`, async () => {
    await sleep(5)
  })
})
await sleep(5)`)
    const found = violationsIn(source).map(({ line, name }) => [line, name])
    expect(found).to.deep.equal([
      [2, 'pause'],
      [3, 'makeFake'],
      [4, 'Fake'],
      [6, 'beforeEach'],
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the title as it stands in the source
      [8, 'works with ${name}'],
      [11, 'module'],
    ])
  })
})
