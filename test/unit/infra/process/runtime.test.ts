import { expect } from 'chai'
import { waitForLookups, waitForServices } from '#infra/process/runtime.ts'
import { readConfig } from '#shared/config/config.ts'
import { unavailable } from '#shared/errors.ts'

type Adapters = Parameters<typeof waitForServices>[0]
type Logger = Parameters<typeof waitForServices>[2]

describe('what a process waits for', () => {
  let warnings: string[]
  const logger = { warn: (_: object, message: string) => void warnings.push(message) } as unknown as Logger
  beforeEach(() => {
    warnings = []
  })

  it('is log, store and objects, with one warning for each that is away', async () => {
    let pings = 0
    const once = async () => {
      pings += 1
      if (pings === 1) throw unavailable('store')
    }
    const ready = async () => undefined
    const adapters = { log: { createTopics: ready }, store: { ping: once }, objects: { ping: ready } }
    await waitForServices(adapters as unknown as Adapters, readConfig({}), logger)
    expect([pings, warnings]).to.deep.equal([2, ['waiting for a backing service']])
  })

  it('is the look-ups, until they answer', async () => {
    let pings = 0
    await waitForLookups(
      {
        async ping() {
          pings += 1
          if (pings < 3) throw unavailable('look-ups')
        },
      },
      logger,
    )
    expect([pings, warnings]).to.deep.equal([3, []])
  })

  it('are no look-ups that fail for another reason: a part starts without them', async () => {
    await waitForLookups({ ping: () => Promise.reject(new Error('a defect')) }, logger)
    expect(warnings).to.deep.equal(['the look-ups do not answer'])
  })
})
