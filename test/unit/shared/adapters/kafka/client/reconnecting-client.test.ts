import { expect } from 'chai'
import { reconnectingClient } from '#shared/adapters/kafka/client/reconnecting-client.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'

const LIMIT_MS = 1000

describe('reconnectingClient', () => {
  const clock = driveClockInEachTest()
  const made: string[] = []
  let connecting: Promise<void>

  beforeEach(() => {
    made.length = 0
    connecting = Promise.resolve()
  })

  /** A client records its calls after its number. */
  function clients() {
    let count = 0
    return reconnectingClient(() => {
      const number = ++count
      return {
        number,
        async connect() {
          made.push(`${number} connect`)
          await connecting
        },
        async disconnect() {
          made.push(`${number} disconnect`)
        },
      }
    })
  }

  it('creates one client at the first use and keeps it', async () => {
    const client = clients()
    expect(made).to.deep.equal([])
    expect(await client.use(LIMIT_MS, async ({ number }) => number)).to.equal(1)
    expect(await client.use(LIMIT_MS, async ({ number }) => number)).to.equal(1)
    expect(made).to.deep.equal(['1 connect'])
  })

  it('creates another client after a failure, and disconnects the failed one', async () => {
    const client = clients()
    const broken = new Error('broken')
    expect(await rejectionOf(client.use(LIMIT_MS, () => Promise.reject(broken)))).to.equal(broken)
    expect(await client.use(LIMIT_MS, async ({ number }) => number)).to.equal(2)
    expect(made).to.have.members(['1 connect', '1 disconnect', '2 connect'])
  })

  it('creates another client when the first does not connect in time, and disconnects that one once it has connected', async () => {
    const late = Promise.withResolvers<void>()
    connecting = late.promise
    const client = clients()
    const began = clock.now()
    await clock.run(rejectionOf(client.use(LIMIT_MS, async ({ number }) => number)))
    expect(clock.now() - began).to.equal(LIMIT_MS)
    connecting = Promise.resolve()
    expect(await client.use(LIMIT_MS, async ({ number }) => number)).to.equal(2)
    late.resolve()
    await client.close()
    expect(made).to.have.members(['1 connect', '2 connect', '1 disconnect', '2 disconnect'])
  })

  it('creates no client after it was closed', async () => {
    const client = clients()
    await client.use(LIMIT_MS, async ({ number }) => number)
    await client.close()
    expect(await rejectionOf(client.use(LIMIT_MS, async ({ number }) => number))).to.be.an('error')
    expect(made).to.deep.equal(['1 connect', '1 disconnect'])
  })
})
