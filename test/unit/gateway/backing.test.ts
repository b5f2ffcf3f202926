import { expect } from 'chai'
import { pino } from 'pino'
import { type Backing, isNeeded, type Service, watchBacking } from '#gateway/backing.ts'
import { Failure } from '#shared/errors.ts'
import { eventually } from '#test/contract/eventually.ts'
import { silentLog } from '#test/unit/shared/pipeline/silent-log.ts'

type Pings = Record<Service, () => Promise<void>>

describe('backing', () => {
  let pings: Pings
  let backing: Backing
  beforeEach(() => {
    const there = async () => {}
    pings = { log: there, store: there, objects: there, lookups: there, batches: there }
  })
  afterEach(() => backing.close())

  function watch(log = silentLog): Backing {
    const asked = Object.fromEntries(
      Object.keys(pings).map((service) => [service, () => pings[service as Service]()]),
    )
    backing = watchBacking(asked as Pings, log)
    return backing
  }

  const away = () => Promise.reject(new Error('connect ECONNREFUSED'))
  const never = () => new Promise<void>(() => {})

  it('knows nothing at first, and misses nothing once all have answered', async () => {
    watch()
    expect(backing.isKnown()).to.equal(false)
    await eventually(() => backing.isKnown())
    expect(backing.missing()).to.deep.equal([])
    backing.assertUp()
  })

  for (const [title, ping] of Object.entries({ 'that refuses': away, 'that does not answer': never })) {
    it(`misses a service ${title}, until it is there again`, async () => {
      pings.store = ping
      watch()
      await eventually(() => backing.isKnown())
      expect(backing.missing()).to.deep.equal(['store'])
      expect(() => backing.assertUp())
        .to.throw(Failure)
        .with.property('code', 'SERVICE_UNAVAILABLE')
      pings.store = async () => {}
      await eventually(() => backing.missing().length === 0)
      backing.assertUp()
    })
  }

  for (const service of ['log', 'store', 'lookups'] as const) {
    it(`tells of the loss of the ${service} once, whenever it goes away`, async () => {
      let losses = 0
      watch().onLoss(() => losses++)
      for (const round of [1, 2]) {
        pings[service] = away
        await eventually(() => backing.missing().includes(service))
        expect(losses).to.equal(round)
        pings[service] = async () => {}
        await eventually(() => backing.missing().length === 0)
      }
      expect(losses).to.equal(2)
    })
  }

  for (const service of ['objects', 'batches'] as const) {
    it(`goes on without the ${service}, but names them`, async () => {
      let losses = 0
      pings[service] = away
      watch().onLoss(() => losses++)
      await eventually(() => backing.isKnown())
      backing.assertUp()
      expect([backing.missing(), isNeeded(service)]).to.deep.equal([[service], false])
      expect(losses).to.equal(0)
      expect(() => backing.assertUp([service]))
        .to.throw(Failure)
        .with.property('code', 'SERVICE_UNAVAILABLE')
    })
  }

  it('logs the loss of a service and its return, not that it starts after the others', async () => {
    const said: string[] = []
    pings.batches = away
    watch(pino({ level: 'info' }, { write: (line: string) => void said.push(JSON.parse(line).msg) }))
    await eventually(() => backing.missing().join() === 'batches')
    for (const ping of [async () => {}, away, async () => {}]) {
      pings.batches = ping
      await eventually(() => (backing.missing().length === 0) === (ping !== away))
    }
    expect(said).to.deep.equal(['a backing service does not answer', 'a backing service is there again'])
  })

  it('asks nobody any more after it is closed', async () => {
    let asked = 0
    pings.log = async () => {
      asked += 1
    }
    watch()
    await eventually(() => asked > 1)
    backing.close()
    const before = asked
    await new Promise((resolve) => setTimeout(resolve, 1200))
    expect(asked).to.be.at.most(before + 1)
  })
})
