import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { untilEnded } from '#test/tools/load.ts'
import { type MannersSite, openMannersSite } from '#test/tools/manners-site.ts'
import { BATCH, binaryRequest, tally } from '#test/tools/outside-client.ts'
import { embeddedStand, type Stand } from './stand.ts'

/** Requests that a stage holds for the one host; more are laid by in the frontier. */
const HELD = 2

describe('a flood of requests to one host', function () {
  this.timeout(120_000)
  let stand: Stand
  let site: MannersSite
  beforeEach(async () => {
    stand = await embeddedStand({ BATCH_HOST_HELD: String(HELD) })
    site = await openMannersSite({ hosts: 1, answerMs: () => 20 })
  })
  afterEach(async () => {
    await stand.close()
    await site.close()
  })

  const newIds = (count: number) => Array.from({ length: count }, () => randomUUID())

  async function feed(ids: readonly string[]): Promise<void> {
    const requests = ids.map((id) => {
      const parameters = { url: site.url(`/${id}`, 0), fields: 'basic' }
      return binaryRequest(id, { operation: 'metadata', parameters })
    })
    await stand.outside.produce(BATCH, requests)
  }

  it('that repeats what has ended holds up nobody: each request ends once', async () => {
    const first = newIds(4 * HELD)
    for (let at = 0; at < first.length; at += HELD) {
      await feed(first.slice(at, at + HELD))
      await untilEnded(stand.outside, first.slice(0, at + HELD))
    }
    const second = newIds(4 * HELD)
    await feed([...first, ...second])
    await untilEnded(stand.outside, second)
    const all = [...first, ...second]
    expect(tally(all, stand.outside.records)).to.deep.equal({ once: all.length, lost: [], several: [] })
  })
})
