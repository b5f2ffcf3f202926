import { Client, credentials } from '@grpc/grpc-js'
import { expect } from 'chai'
import { siteReader } from '#shared/adapters/grpc/text-streams.ts'
import { batchesService, serviceName } from '#shared/rpc/batches/protocol.ts'
import { startGrpcServer } from '#shared/rpc/server.ts'
import { makeServerCalls } from '#shared/rpc/server-calls.ts'
import { type Sites, siteCalls } from '#shared/rpc/site-calls.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'
import { secret, withSecret } from '#test/support/parts-secret.ts'
import { silentLog } from '#test/support/silent-log.ts'
import { driveClock } from '#test/unit/driven-clock.ts'

const MIB = 1_048_576
const unserved = Object.fromEntries(Object.keys(batchesService).map((name) => [name, () => undefined]))
const forEver = new AbortController().signal
const batch = { id: 'b', owner: 'o' }
const all = { after: 0, limit: null, signal: forEver }

async function textOf(pieces: AsyncIterable<Uint8Array> | null): Promise<string> {
  const read: Uint8Array[] = []
  for await (const piece of pieces ?? []) read.push(piece)
  return Buffer.concat(read).toString()
}

describe('siteReader', () => {
  const undo: (() => unknown)[] = []
  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step()
  })

  /** Reads from a server with these sites. */
  async function reading(served: Partial<Sites>, pagesMs = 5000) {
    const sites: Sites = { report: async () => null, pages: async () => null, ...served }
    const closing = new AbortController().signal
    const calls = makeServerCalls({ service: 'sites', closing, log: silentLog })
    const implementation = { ...unserved, ...siteCalls(sites, calls) }
    const server = await startGrpcServer({
      secret,
      listen: '127.0.0.1:0',
      services: [{ name: serviceName, definition: batchesService, implementation }],
      maxMessageBytes: MIB,
    })
    const client = new Client(server.address, credentials.createInsecure(), withSecret)
    undo.push(
      () => server.close(0),
      () => client.close(),
    )
    return { ...siteReader('sites', batchesService, pagesMs)(client), server }
  }

  it('asks as it was asked, and reads the whole text', async () => {
    const asked: unknown[] = []
    const long = 'ü'.repeat(100_000)
    const { report, pages } = await reading({
      async report(named, { signal: _, ...query }) {
        asked.push(named, query)
        return long
      },
      async pages(named, { signal: _, ...query }) {
        asked.push(named, query)
        return [Buffer.from('1\n'), Buffer.from('2\n')] as never
      },
    })
    expect(await report(batch, { compare: null, signal: forEver })).to.equal(long)
    await report(batch, { compare: 'a', examples: 23, signal: forEver })
    expect(await textOf(await pages(batch, { ...all, after: 2 ** 40, limit: 0 }))).to.equal('1\n2\n')
    await pages(batch, all)
    const selection = {
      ...{ rule: 'image-alt', statuses: ['404', '5xx'], indexable: false, minOverall: 0, maxOverall: 100 },
      sort: { column: 'link_score', isDescending: true },
    }
    const anything = {
      ...{ rule: null, statuses: [], indexable: null, minOverall: null, maxOverall: null },
      sort: { column: 'n', isDescending: false },
    }
    await pages(batch, { ...all, selection })
    await pages(batch, { ...all, selection: anything })
    expect(asked.splice(-4)).to.deep.equal([
      ...[batch, { after: 0, limit: null, selection }, batch, { after: 0, limit: null, selection: anything }],
    ])
    expect(asked).to.deep.equal([
      ...[batch, { compare: null }, batch, { compare: 'a', examples: 23 }],
      ...[batch, { after: 2 ** 40, limit: 0 }, batch, { after: 0, limit: null }],
    ])
  })

  it('is null when there is no such batch', async () => {
    const { report, pages } = await reading({})
    expect([await report(batch, { compare: null, signal: forEver }), await pages(batch, all)]).to.deep.equal([
      null,
      null,
    ])
  })

  it('reads no faster than its reader, and tells the server when that one leaves', async () => {
    let made = 0
    let isStopped = false
    async function* endless() {
      try {
        for (; ; made += 1) yield Buffer.alloc(MIB)
      } finally {
        isStopped = true
      }
    }
    const { pages } = await reading({ pages: async () => endless() })
    let read = 0
    for await (const piece of (await pages(batch, all)) ?? []) {
      read += piece.length
      await new Promise((resolve) => setImmediate(resolve))
      if (read >= 8 * MIB) break
    }
    await eventually(() => isStopped)
    expect(made).to.be.below(64)
  })

  it('rejects when its signal is aborted, before or while it reads', async () => {
    async function* endless() {
      for (;;) yield Buffer.from('1\n')
    }
    const { pages } = await reading({ pages: async () => endless() })
    const before = { ...all, signal: AbortSignal.abort() }
    expect(await rejectionOf(pages(batch, before))).to.include({ code: 'SERVICE_UNAVAILABLE' })
    const leaving = new AbortController()
    const opened = await pages(batch, { ...all, signal: leaving.signal })
    const read = rejectionOf(textOf(opened))
    leaving.abort()
    expect(await read).to.include({ code: 'SERVICE_UNAVAILABLE' })
  })

  it('rejects when the server ends in the middle of the text', async () => {
    async function* halted() {
      yield Buffer.from('1\n')
      await new Promise(() => {})
    }
    const { pages, server } = await reading({ pages: async () => halted() })
    const read = rejectionOf(textOf(await pages(batch, all)))
    await server.close(0)
    expect(await read).to.include({ code: 'SERVICE_UNAVAILABLE' })
  })

  it('rejects when the first message is late', async () => {
    const asked = Promise.withResolvers<void>()
    const never = () => {
      asked.resolve()
      return new Promise<never>(() => {})
    }
    const clock = driveClock()
    try {
      const { pages } = await reading({ pages: never }, 60_000)
      const failed = rejectionOf(pages(batch, all))
      await asked.promise
      await clock.pass(60_000)
      expect(await failed).to.include({ code: 'SERVICE_UNAVAILABLE' })
    } finally {
      clock.stop()
    }
  })
})
