import { expect } from 'chai'
import { type Sites, siteCalls } from '#shared/rpc/site-calls.ts'

const { signal } = new AbortController()

/** What the handlers read for a request, and what they ask for. */
async function read(name: 'Report' | 'Pages', request: object, answers: Partial<Sites> = {}) {
  const asked: unknown[] = []
  const sites: Sites = {
    async report(batch, query) {
      asked.push(batch, query)
      return answers.report?.(batch, query) ?? null
    },
    async pages(batch, query) {
      asked.push(batch, query)
      return answers.pages?.(batch, query) ?? null
    },
  }
  const handlers = siteCalls(sites, { sender: (work) => work as never })
  const handler = handlers[name] as unknown as (...given: unknown[]) => Promise<Iterable<Uint8Array> | null>
  return { asked, pieces: await handler(request, signal) }
}

describe('siteCalls', () => {
  const batch = { id: 'b', owner: 'o' }

  it('passes on what is asked for', async () => {
    const report = await read('Report', { ...batch, compare: 'a' })
    expect(report.asked).to.deep.equal([batch, { compare: 'a', signal }])
    const many = await read('Report', { ...batch, compare: '', examples: 1_000_000 })
    expect(many.asked[1]).to.deep.equal({ compare: null, examples: 120, signal })
    const pages = await read('Pages', { ...batch, after: 2 ** 40, limit: 7 })
    expect(pages.asked).to.deep.equal([batch, { after: 2 ** 40, limit: 7, signal }])
  })

  it('understands what is left out', async () => {
    const report = await read('Report', { ...batch, compare: '' })
    expect(report.asked[1]).to.deep.equal({ compare: null, signal })
    const pages = await read('Pages', { ...batch, after: 0 })
    expect(pages.asked[1]).to.deep.equal({ after: 0, limit: null, signal })
  })

  it('has no text for a batch that does not exist', async () => {
    expect((await read('Report', { ...batch, compare: '' })).pieces).to.equal(null)
    expect((await read('Pages', { ...batch, after: 0 })).pieces).to.equal(null)
  })

  it('has a report as UTF-8', async () => {
    const { pieces } = await read('Report', { ...batch, compare: '' }, { report: async () => '{"ü":1}' })
    expect(Buffer.concat([...(pieces ?? [])]).toString()).to.equal('{"ü":1}')
  })
})
