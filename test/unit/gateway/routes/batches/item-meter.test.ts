import { expect } from 'chai'
import type { Context } from 'koa'
import type { ApiKey } from '#gateway/access/api-keys.ts'
import type { Quotas } from '#gateway/access/quotas.ts'
import { meterItems, withCountedItems } from '#gateway/routes/batches/item-meter.ts'
import { Failure } from '#shared/errors.ts'
import type { CrawlRules } from '#shared/ports/batches.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const allowance = { limit: 1000, remaining: 1, reset: 0, resetAfter: 1, isGranted: true }

/** Quotas of a key without a practical limit, which record what is counted. */
function counter() {
  const counts: number[] = []
  const quotas: Quotas = {
    itemQuota: () => ({ key: 'k', limit: 1000 }),
    usage: () => Promise.reject(new Error('a batch does not ask for it')),
    async consume(_key, _what, count = 1) {
      counts.push(count)
      return allowance
    },
    async refund(_key, _what, count) {
      counts.push(-count)
      return allowance
    },
  }
  const context = { set: () => undefined } as unknown as Context
  const count = meterItems(context, {} as ApiKey, quotas)
  return { count, sum: () => counts.reduce((total, one) => total + one, 0) }
}

async function* inChunks(text: string, length: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

async function read(lines: AsyncIterable<Uint8Array>): Promise<string> {
  let text = ''
  for await (const chunk of lines) text += Buffer.from(chunk).toString('latin1')
  return text
}

describe('meterItems', () => {
  const body = 'http://a.example/\r\n\r\n \t\n{"url":"http://b.example/"}\n\nhttp://c.example/'
  for (const length of [1, 2, 7, 1000]) {
    it(`counts the lines that are not blank, in chunks of ${length} bytes, and changes none`, async () => {
      const { count, sum } = counter()
      expect(await read(count.lines(inChunks(body, length)))).to.equal(body)
      expect(sum()).to.equal(3)
    })
  }

  it('gives back rejected lines, or all', async () => {
    const { count, sum } = counter()
    await read(count.lines(inChunks(body, 9)))
    await count.finish(1)
    expect(sum()).to.equal(2)
    await count.refundAll()
    expect(sum()).to.equal(0)
  })

  it('counts and gives back the items of a key without a limit as well', async () => {
    const counts: number[] = []
    const note = async (count: number) => {
      counts.push(count)
      return null
    }
    const { lines, finish, refundAll, reserveCrawl } = meterItems({} as Context, {} as ApiKey, {
      itemQuota: () => ({ key: 'k', limit: 1000 }),
      usage: () => Promise.reject(new Error('a batch does not ask for it')),
      consume: (_key, _what, count = 1) => note(count),
      refund: (_key, _what, count) => note(-count),
    })
    await read(lines(inChunks(body, 1000)))
    await finish(1)
    await refundAll()
    expect(counts.reduce((sum, one) => sum + one, 0)).to.equal(0)
    expect(Math.max(...counts)).to.be.above(0)
    counts.length = 0
    await reserveCrawl({ maxPages: 50 } as CrawlRules)
    expect(counts).to.deep.equal([50])
  })

  it('gives back no more than the counted lines', async () => {
    const { count, sum } = counter()
    await count.reserveCrawl({ maxPages: 50 } as Parameters<typeof count.reserveCrawl>[0])
    await count.finish(7)
    expect(sum()).to.equal(50)
  })
})

describe('withCountedItems', () => {
  const state = { ...allowance, limit: 10, remaining: 4 }
  const scene = (consume: Quotas['consume']) => {
    const headers: Record<string, string> = {}
    const context = { set: (more: object) => Object.assign(headers, more) } as unknown as Context
    const run = <T>(work: () => Promise<T>) => withCountedItems(context, {} as ApiKey, { consume }, work)
    return { headers, run }
  }

  it('sets the state of the quota after the work, and counts nothing itself', async () => {
    const counts: (number | undefined)[] = []
    const { headers, run } = scene(async (_key, _what, count) => {
      counts.push(count)
      return state
    })
    expect(await run(async () => 'done')).to.equal('done')
    expect([headers['X-RateLimit-Limit'], headers['X-RateLimit-Remaining']]).to.deep.equal(['10', '4'])
    expect(counts).to.deep.equal([0])
  })

  it('does not fail work that is done, and sets no headers without a limit', async () => {
    const away = scene(() => Promise.reject(new Error('away')))
    expect(await away.run(async () => 'done')).to.equal('done')
    const unlimited = scene(async () => null)
    await unlimited.run(async () => 'done')
    expect([away.headers, unlimited.headers]).to.deep.equal([{}, {}])
  })

  it('adds the state to a refusal, and passes on other failures', async () => {
    const { run } = scene(async () => state)
    const refused = run(() => Promise.reject(new Failure('RATE_LIMIT_EXCEEDED', 'spent')))
    expect(await rejectionOf(refused)).to.deep.include({
      code: 'RATE_LIMIT_EXCEEDED',
      details: { limit: 10, remaining: 4, reset: 0, reset_after: 1 },
    })
    const other = new Failure('CONFLICT', 'missing')
    expect(await rejectionOf(run(() => Promise.reject(other)))).to.equal(other)
  })
})
