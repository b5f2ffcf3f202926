import { EventEmitter } from 'node:events'
import { expect } from 'chai'
import { type Observation, observePage } from '#stages/render/lab/vitals/observation.ts'
import type { Observed } from '#stages/render/lab/vitals/page/observe.ts'
import type { Tab } from '#stages/render/tab/tab.ts'
import { driveClock } from '#test/unit/driven-clock.ts'

/** A page without a browser: the test calls the binding that the script in the page would call. */
async function observing() {
  const sent: [method: string, params: object][] = []
  const events = new EventEmitter()
  const session = Object.assign(events, {
    async send(method: string, params: object = {}) {
      sent.push([method, params])
    },
  })
  const tab = { target: { createCDPSession: async () => session } } as unknown as Tab
  const observation = await observePage(tab, 'globalThis.webVitals = {}')
  const binding = sent.find(([method]) => method === 'Runtime.addBinding')?.[1] as { name: string }
  const call = (observed: Observed, name = binding.name) =>
    events.emit('Runtime.bindingCalled', { name, payload: JSON.stringify(observed) })
  const begin = (timeOrigin: number) => call({ kind: 'begun', timeOrigin })
  return { sent, observation, call, begin }
}
const documentOf = ({ document }: Observation) => {
  const found = document()
  if (found === null) throw new Error('no document')
  return found
}
const shift = (at: number) => ({ kind: 'shift', at, value: 0.1, target: null }) as const

describe('observation of a page', () => {
  it('runs its script in an isolated world of each new document, of the main frame only', async () => {
    const { sent } = await observing()
    const script = sent.find(([method]) => method === 'Page.addScriptToEvaluateOnNewDocument')?.[1]
    expect(script).to.have.property('worldName').that.is.a('string').and.not.empty
    expect(script)
      .to.have.property('source')
      .that.matches(/^if \(window === top\) \{\nglobalThis\.webVitals/)
  })

  it('does not ask for the time zone, which would delay the first paint', async () => {
    const { sent } = await observing()
    const script = sent.find(([method]) => method === 'Page.addScriptToEvaluateOnNewDocument')?.[1]
    expect(script)
      .to.have.property('source')
      .that.does.not.match(/\bIntl\b|toLocale/)
  })

  it('collects the reports of the shown document', async () => {
    const { observation, call, begin } = await observing()
    expect(observation.document()).to.equal(null)
    begin(1000)
    call({ kind: 'fcp', value: 120 })
    call({ kind: 'ttfb', value: 30 })
    call({ kind: 'lcp', value: 250, attribution: { target: 'p' } })
    call({ kind: 'loadedMs', value: 300 })
    call({ kind: 'timerMs', value: 4 })
    call({ kind: 'frameMs', value: 16 })
    call(shift(400))
    expect(documentOf(observation)).to.deep.include({
      ...{ fcp: 120, ttfb: 30, loadedMs: 300, timerMs: 4, frameMs: 16, beganMs: 0 },
    })
    expect(documentOf(observation).lcp?.value).to.equal(250)
    expect(documentOf(observation).shifts).to.have.length(1)
  })

  it('starts anew with each document, whose start counts from that of the first', async () => {
    const { observation, call, begin } = await observing()
    begin(1000)
    call({ kind: 'fcp', value: 120 })
    begin(1700)
    expect(documentOf(observation)).to.include({ fcp: null, beganMs: 700 })
    expect(observation.changedAt()).to.equal(null)
  })

  it('changes with paints, shifts and the load, and notifies of each report', async () => {
    const { observation, call, begin } = await observing()
    begin(1000)
    const next = observation.changes.next(60_000)
    call({ kind: 'timerMs', value: 1 })
    await next
    expect(observation.changedAt()).to.equal(null)
    const clock = driveClock()
    try {
      call({ kind: 'loadedMs', value: 5 })
      expect(observation.changedAt()).to.equal(clock.now())
    } finally {
      clock.stop()
    }
  })

  it('waits on the shifts of frames, and has their events by the clock of the page', async () => {
    const { observation, call, begin } = await observing()
    begin(1000)
    call({ kind: 'frameShift' })
    expect(observation.changedAt()).to.be.a('number')
    const event = {
      name: 'click',
      interaction: 7,
      at: 10,
      processingAt: 12,
      processedAt: 20,
      duration: 16,
      target: null,
    }
    call({ kind: 'frameEvent', timeOrigin: 1500, ...event })
    expect(documentOf(observation).events[0]).to.include({
      at: 510,
      processingAt: 512,
      processedAt: 520,
      duration: 16,
    })
    expect(documentOf(observation).shifts).to.deep.equal([])
  })

  it('ignores other bindings and reports without a document, and bounds lists', async () => {
    const { observation, call, begin } = await observing()
    call({ kind: 'fcp', value: 1 })
    expect(observation.document()).to.equal(null)
    begin(1000)
    call({ kind: 'fcp', value: 1 }, 'pageBinding')
    expect(documentOf(observation).fcp).to.equal(null)
    for (let at = 0; at < 10_010; at++) call(shift(at))
    expect(documentOf(observation).shifts).to.have.length(10_000)
  })
})
