import { expect } from 'chai'
import { headlineOf, partsOf, type Readiness } from '#gateway/console/app/views/health/health-words.ts'

const ready: Readiness = { status: 'ready', missing: [], behind: [] }

/** The parts that do not work, as `<part>: <state>`. */
function troubles(readiness: Readiness): string[] {
  return partsOf(readiness)
    .filter(({ meaning }) => meaning !== 'good')
    .map(({ part, state }) => `${part}: ${state}`)
}

describe('health in words', () => {
  it('says that everything works', () => {
    expect(headlineOf(ready)).to.deep.equal({ meaning: 'good', state: 'Everything works' })
    expect(troubles(ready)).to.deep.equal([])
    expect(partsOf(ready).length).to.equal(6)
  })

  it('says that snapshots are not possible without a browser, and why', () => {
    const without: Readiness = {
      status: 'degraded',
      missing: ['browser'],
      behind: [],
      reasons: { browser: 'A render stage finds no Chromium: install one, or set CHROME_PATH' },
    }
    expect(headlineOf(without).state).to.match(/^Snapshots are not possible/)
    expect(troubles(without)).to.deep.equal([
      'Browser: Not available: A render stage finds no Chromium: install one, or set CHROME_PATH',
    ])
  })

  it('says that nothing is accepted without a required part', () => {
    const without: Readiness = { status: 'unavailable', missing: ['store', 'objects'], behind: [] }
    expect(headlineOf(without).meaning).to.equal('bad')
    const [store, objects] = partsOf(without)
    expect([store?.meaning, objects?.meaning]).to.deep.equal(['bad', 'warn'])
    expect(troubles(without)).to.deep.equal([
      'Store of keys and results: Does not respond',
      'Object store: Does not respond',
    ])
  })

  it('says that the service still starts when no required part is missing', () => {
    expect(troubles({ status: 'unavailable', missing: [], behind: [] })).to.deep.equal([
      'Start of the service: Not finished',
    ])
  })

  it('names stages that lag, and their lane', () => {
    const lagging: Readiness = { status: 'degraded', missing: [], behind: ['render', 'fetch.batch'] }
    expect(headlineOf(lagging).state).to.equal('The service works, but 2 stages lag')
    expect(headlineOf({ ...lagging, behind: ['render'] }).state).to.equal(
      'The service works, but a stage lags',
    )
    expect(troubles(lagging)).to.deep.equal([
      'Stage render: Has work and finishes none',
      'Stage fetch: Has work of batches and finishes none',
    ])
  })

  it('says which isolation is off', () => {
    const open: Readiness = { ...ready, walls_off: ['sandbox'] }
    expect(headlineOf(open).meaning).to.equal('warn')
    expect(troubles(open)).to.deep.equal([
      "Isolation of browsers: Browsers run without the browser's own sandbox",
    ])
  })

  it('has each trouble with its effect and what to do', () => {
    const all: Readiness = {
      status: 'unavailable',
      missing: ['log', 'store', 'lookups', 'objects', 'batches', 'browser', 'something-new'],
      behind: ['render', 'fetch.batch'],
      walls_off: ['sandbox', 'jail', 'something-new'],
    }
    const unsaid = partsOf(all).filter(({ effect, remedy }) => effect === '' || remedy === '')
    expect(unsaid).to.deep.equal([])
    expect(partsOf(all).length).to.equal(12)
  })
})
