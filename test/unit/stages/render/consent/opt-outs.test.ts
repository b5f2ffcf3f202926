import type { ContentScriptMessage } from '@duckduckgo/autoconsent'
import { expect } from 'chai'
import { makeOptOuts, type OptOuts } from '#stages/render/consent/opt-outs.ts'
import type { FrameWorld } from '#stages/render/tab/isolated-world.ts'
import { type DrivenClock, driveClock } from '#test/unit/driven-clock.ts'

/** A world that records what it is asked to evaluate. */
function makeWorld(frameId = 'main', pageResult: () => Promise<unknown> = async () => true) {
  const sent: { type: string }[] = []
  const world = {
    frameId,
    async evaluate(expression: string) {
      const [, json = ''] = /^autoconsentReceiveMessage\((.*)\)$/s.exec(expression) ?? []
      sent.push(JSON.parse(json))
    },
    isTruthyInPage: pageResult,
  } as unknown as FrameWorld
  return { world, sent }
}
const message = (type: string, more: object = {}) => ({ type, ...more }) as unknown as ContentScriptMessage
const report = (lifecycle: string) => message('report', { state: { lifecycle } })

describe('opt-outs', () => {
  let clock: DrivenClock
  let optOuts: OptOuts
  let askedRules: [url: string, isMainFrame: boolean][]
  beforeEach(() => {
    clock = driveClock()
    askedRules = []
    const rulesFor = (...asked: [string, boolean]) => {
      askedRules.push(asked)
      return { v: 1 } as never
    }
    optOuts = makeOptOuts(rulesFor, 'main')
  })
  afterEach(() => clock.stop())

  it('give each document the rules for its URL and frame, and reject only', () => {
    const [page, frame] = [makeWorld('main'), makeWorld('inner')]
    optOuts.handleMessage(page.world, message('init', { url: 'https://a.example/' }))
    optOuts.handleMessage(frame.world, message('init', { url: 'https://b.example/' }))
    expect(askedRules).to.deep.equal([
      ['https://a.example/', true],
      ['https://b.example/', false],
    ])
    expect(page.sent).to.have.length(1)
    expect(page.sent[0]).to.deep.include({ type: 'initResp', rules: { autoconsent: [], compact: { v: 1 } } })
    expect(page.sent[0]).to.have.nested.property('config.autoAction', 'optOut')
  })

  it('do not start in a document without a web address', () => {
    const { world, sent } = makeWorld()
    optOuts.handleMessage(world, message('init', { url: 'about:blank' }))
    expect(sent).to.deep.equal([])
    expect(askedRules).to.deep.equal([])
  })

  it('choose the rules by the beginning of a long URL', () => {
    optOuts.handleMessage(makeWorld().world, message('init', { url: `https://a.example/${'x'.repeat(1e6)}` }))
    expect(askedRules[0]?.[0]).to.have.length(8192)
  })

  it('evaluate in the page the code that the script sends; an error counts as false', async () => {
    const works = makeWorld('main', async () => 'found')
    const fails = makeWorld('main', () => Promise.reject(new Error('no such function')))
    for (const { world } of [works, fails])
      optOuts.handleMessage(world, message('eval', { id: '7', code: 'x' }))
    await clock.pass(0)
    expect(works.sent).to.deep.equal([{ type: 'evalResp', id: '7', result: 'found' }])
    expect(fails.sent).to.deep.equal([{ type: 'evalResp', id: '7', result: false }])
  })

  it('are in the most urgent phase of all documents, since that document entered it', async () => {
    const [page, frame] = [makeWorld('main'), makeWorld('inner')]
    const worlds = [page.world, frame.world]
    expect(optOuts.phase(worlds)).to.deep.equal({ phase: 'still', ms: 0 })
    optOuts.handleMessage(page.world, report('started'))
    await clock.pass(300)
    optOuts.handleMessage(frame.world, report('cmpDetected'))
    await clock.pass(100)
    expect(optOuts.phase(worlds)).to.deep.equal({ phase: 'expecting', ms: 100 })
    optOuts.handleMessage(frame.world, report('runningOptOut'))
    await clock.pass(50)
    optOuts.handleMessage(frame.world, report('runningOptOut'))
    expect(optOuts.phase(worlds)).to.deep.equal({ phase: 'optingOut', ms: 50 })
    optOuts.handleMessage(frame.world, report('done'))
    expect(optOuts.phase(worlds)).to.deep.equal({ phase: 'looking', ms: 450 })
    expect(optOuts.phase([])).to.deep.equal({ phase: 'still', ms: 0 })
  })

  it('name the platforms whose banner was shown, each once', () => {
    const { world } = makeWorld()
    for (const cmp of ['Onetrust', 'Didomi', 'Onetrust'])
      optOuts.handleMessage(world, message('popupFound', { cmp }))
    expect(optOuts.found()).to.deep.equal(['Onetrust', 'Didomi'])
  })
})
