import { once } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { expect } from 'chai'
import { Failure } from '#shared/errors.ts'
import { batchStates, waitReasons } from '#shared/ports/batch-words.ts'
import type {
  Batches,
  BatchListing,
  BatchPage,
  BatchStatus,
  BatchSummary,
  NewBatch,
  ResultsQuery,
} from '#shared/ports/batches.ts'
import { rejectionOf } from './eventually.ts'

/** Behavior of the server side: the suite sets these functions before it calls. */
export type BatchesScript = {
  -readonly [Name in Exclude<keyof Batches, 'ping' | 'close'>]: Batches[Name]
}

export type MakeBatches = (
  script: BatchesScript,
) => Promise<{ readonly batches: Batches; end(): Promise<void> }>

export function emptyBatchesScript(): BatchesScript {
  const unscripted = () => Promise.reject(new Error('not scripted'))
  return {
    submit: unscripted,
    open: unscripted,
    addLines: unscripted,
    start: unscripted,
    status: unscripted,
    list: unscripted,
    pause: unscripted,
    resume: unscripted,
    cancel: unscripted,
    results: unscripted,
    report: unscripted,
    pages: unscripted,
  }
}

export const someBatch: NewBatch = {
  operation: 'metadata',
  parameters: { fields: 'basic', max_links: 7 },
  crawl: null,
  sitemaps: [],
  owner: null,
}

export const someStatus: BatchStatus = {
  id: '6f0a1f9e-5c80-4b44-8a0b-0123456789ab',
  operation: 'seo-audit',
  source: 'crawl',
  state: 'running',
  counts: { accepted: 1_000_000, rejected: 3, waiting: 5, running: 0, done: 999_990, failed: 5 },
  rejected: [{ line: 3_000_000_000, reason: 'url “must” be a valid URL: 100 % no\n' }],
  createdAt: '2026-11-22T10:30:00.000Z',
  finishedAt: null,
  firstUrl: 'https://shop.example/größe?a=1',
}

/** A batch as a list shows it. */
export const someSummary: BatchSummary = {
  id: '6f0a1f9e-5c80-4b44-8a0b-0123456789ab',
  operation: 'seo-audit',
  source: 'crawl',
  state: 'running',
  counts: { accepted: 1_000_000, rejected: 3, waiting: 5, running: 0, done: 999_990, failed: 5 },
  createdAt: '2026-11-22T10:30:00.000Z',
  finishedAt: null,
  firstUrl: null,
}

export const named = (id: string) => ({ id, owner: 'somebody' })

const forEver = new AbortController().signal
const reading = (more: Partial<ResultsQuery> = {}): ResultsQuery => ({
  after: 0,
  isFollowing: false,
  signal: forEver,
  ...more,
})

async function* bytes(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}

async function textOf(
  chunks: AsyncIterable<Uint8Array> | null,
  onChunk: () => void = () => {},
): Promise<string> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks ?? []) {
    all.push(chunk)
    onChunk()
  }
  return Buffer.concat(all).toString()
}

/** Each call goes to the server and back: time in which whatever is not held back goes there too. */
async function manyCalls(batches: Batches): Promise<void> {
  for (let call = 0; call < 100; call++) {
    await batches.ping()
    await turn()
  }
}

/** Contract of the port: requests and answers arrive unchanged, bodies and results as streams. */
export function batchesContract(name: string, make: MakeBatches): void {
  describe(`Batches contract: ${name}`, () => {
    const script = emptyBatchesScript()
    let batches: Batches
    let end: () => Promise<void>
    before(async () => {
      const made = await make(script)
      batches = made.batches
      end = () => made.end()
    })
    after(() => end())

    const whole: NewBatch = {
      operation: 'snapshot',
      parameters: {
        fullPage: true,
        viewport: { width: 800, height: 600 },
        selector: '#ü "x"',
        timeout: 1000,
      },
      crawl: {
        scope: 'prefix',
        maxDepth: 0,
        maxPages: 10_000_000,
        maxMinutes: 5,
        include: ['https://a.example/*'],
        exclude: ['*?print=*', '*.pdf'],
        seeds: ['https://a.example/', 'ü'],
      },
      sitemaps: ['https://a.example/sitemap.xml', 'https://b.example/ü.xml'],
      owner: 'ü & co',
      quota: { key: 'k1', limit: 0 },
      politeness: { delayMs: 0, concurrency: null, isUnthrottled: true },
    }
    const unlimited: NewBatch = {
      ...someBatch,
      parameters: {},
      crawl: { scope: 'domain', maxDepth: null, maxPages: 1, maxMinutes: null, include: [], exclude: [] },
    }
    for (const [title, asked] of Object.entries({ small: someBatch, whole, unlimited })) {
      it(`passes on a request unchanged: ${title}`, async () => {
        let seen: NewBatch | null = null
        script.submit = async (batch, body) => {
          seen = batch
          await textOf(body)
          return someStatus
        }
        expect(await batches.submit(asked, bytes(), forEver)).to.deep.equal(someStatus)
        expect(seen).to.deep.equal(asked)
      })
    }

    it('passes on the body in any chunks', async () => {
      let seen = ''
      script.submit = async (_batch, body) => {
        seen = await textOf(body)
        return someStatus
      }
      const chunks = ['https://ä.example/\n', '', 'x'.repeat(1_000_000), '\n\n', 'end']
      await batches.submit(someBatch, bytes(...chunks), forEver)
      expect(seen).to.equal(chunks.join(''))
    })

    for (const state of batchStates) {
      it(`returns a batch that is ${state}`, async () => {
        const status = { ...someStatus, state, finishedAt: '2026-11-22T10:31:00.000Z', rejected: [] }
        script.status = async ({ id }) => (id === status.id ? status : null)
        expect(await batches.status(named(status.id))).to.deep.equal(status)
      })
    }

    it('returns what a batch was asked for', async () => {
      for (const { parameters, crawl, politeness } of [whole, unlimited]) {
        const status = { ...someStatus, requested: { parameters, crawl, ...(politeness && { politeness }) } }
        script.status = async () => status
        expect(await batches.status(named(status.id))).to.deep.equal(status)
      }
    })

    it('returns the pace of a batch with all that it waits for', async () => {
      const nothing = { url: null, status: null, delayMs: null }
      const waits = waitReasons.map((reason) => ({
        ...{ host: 'a.example', until: '2026-11-22T10:31:00.500Z', reason, ...nothing },
        ...(reason === 'retry_after' && { url: 'https://a.example/x', status: 503 }),
        ...(reason === 'crawl_delay' && { delayMs: 5000 }),
      }))
      for (const pace of [
        { pagesPerSecond: 12.25, etaSeconds: 480, waits },
        { pagesPerSecond: 0, etaSeconds: null, waits: [] },
      ]) {
        script.status = async () => ({ ...someStatus, pace })
        expect(await batches.status(named(someStatus.id))).to.deep.equal({ ...someStatus, pace })
      }
    })

    it('requests hosts and returns them in order; an empty list differs from none requested', async () => {
      const asked: (number | undefined)[] = []
      const queues = [
        { host: 'b.example', waiting: 5_000_000_000, running: 0, restsUntil: '2026-11-22T10:31:00.500Z' },
        { host: 'a.example', waiting: 0, running: 2, restsUntil: null },
      ]
      script.status = async ({ owner }, hosts) => {
        expect(owner).to.equal('somebody')
        asked.push(hosts)
        return { ...someStatus, hosts: hosts === 100 ? queues : [] }
      }
      expect(await batches.status(named(someStatus.id), 100)).to.deep.equal({ ...someStatus, hosts: queues })
      expect(await batches.status(named(someStatus.id), 1)).to.deep.equal({ ...someStatus, hosts: [] })
      expect(asked).to.deep.equal([100, 1])
    })

    for (const [title, listing] of Object.entries({
      'from the newest on': { owner: 'ü & co', state: null, limit: 1, after: null },
      'from a place on': { owner: 'somebody', state: null, limit: 1000, after: 9_000_000_000_000 },
      'from the first place on': { owner: 'somebody', state: null, limit: 1000, after: 0 },
      'those that run': { owner: 'somebody', state: 'running', limit: 2, after: null },
      'those that finished': { owner: 'somebody', state: 'finished', limit: 2, after: 7 },
    } satisfies Record<string, BatchListing>)) {
      it(`passes on the filter of a list: ${title}`, async () => {
        let seen: BatchListing | null = null
        script.list = async (asked) => {
          seen = asked
          return { batches: [], next: null }
        }
        expect(await batches.list(listing)).to.deep.equal({ batches: [], next: null })
        expect(seen).to.deep.equal(listing)
      })
    }

    it('returns a page in order, with the start of the next one', async () => {
      const ended = {
        ...someSummary,
        id: 'b',
        state: 'cancelled',
        finishedAt: '2026-11-22T10:31:00.000Z',
      } as const
      const page: BatchPage = { batches: [someSummary, ended, someSummary], next: 9_000_000_000_000 }
      script.list = async () => page
      expect(await batches.list({ owner: 'x', state: null, limit: 3, after: null })).to.deep.equal(page)
    })

    it('returns a thousand batches at once', async () => {
      const page = { batches: Array.from({ length: 1000 }, () => someSummary), next: null }
      script.list = async () => page
      expect(await batches.list({ owner: 'x', state: null, limit: 1000, after: null })).to.deep.equal(page)
    })

    it('returns null for an unknown batch', async () => {
      for (const method of ['status', 'start', 'pause', 'resume', 'cancel'] as const) {
        script[method] = async () => null
        expect(await batches[method](named('x'))).to.equal(null)
      }
      script.results = async () => null
      expect(await batches.results(named('x'), reading())).to.equal(null)
    })

    it('changes the named batch', async () => {
      const seen: string[] = []
      for (const method of ['start', 'pause', 'resume', 'cancel'] as const) {
        script[method] = async ({ id, owner }) => {
          seen.push(`${method} ${id} for ${owner}`)
          return someStatus
        }
        expect(await batches[method](named('one'))).to.deep.equal(someStatus)
      }
      expect(seen).to.deep.equal(
        ['start one', 'pause one', 'resume one', 'cancel one'].map((one) => `${one} for somebody`),
      )
    })

    it('opens a batch with its first lines', async () => {
      let seen: unknown = null
      script.open = async (batch, body) => {
        seen = [batch, await textOf(body)]
        return { ...someStatus, state: 'open' }
      }
      const opened = await batches.open(whole, bytes('a\n', 'b'), forEver)
      expect(opened).to.deep.equal({ ...someStatus, state: 'open' })
      expect(seen).to.deep.equal([whole, 'a\nb'])
    })

    it('adds lines to the named batch, from a number on, of any length', async () => {
      const stored = { accepted: 1_000_000, rejected: 0, next: 9_000_000_000_001 }
      for (const quota of [undefined, { key: 'k1', limit: 5 }]) {
        let seen: unknown = null
        script.addLines = async ({ id, owner }, { from, body, quota: given }) => {
          seen = [id, owner, from, given, await textOf(body)]
          return stored
        }
        const text = `a\n${'x'.repeat(1_000_000)}`
        const piece = { from: 9_000_000_000_000, body: bytes(text), signal: forEver, ...(quota && { quota }) }
        expect(await batches.addLines(named('one'), piece)).to.deep.equal(stored)
        expect(seen).to.deep.equal(['one', 'somebody', 9_000_000_000_000, quota, text])
      }
    })

    it('answers lines before their end: refused ones, and those of an unknown batch', async () => {
      const piece = () => ({ from: 2, body: endless('a\n'), signal: forEver })
      script.addLines = async () => {
        throw new Failure('CONFLICT', 'missing', { details: { next: 1 } })
      }
      const failure = await rejectionOf(batches.addLines(named('one'), piece()))
      expect(failure).to.deep.include({ code: 'CONFLICT', message: 'missing', details: { next: 1 } })
      script.addLines = async () => null
      expect(await batches.addLines(named('x'), piece())).to.equal(null)
    })

    it('fails added lines on the server side when their body breaks', async () => {
      const cut = new Error('the client has gone')
      const arrived = Promise.withResolvers<void>()
      const reported = Promise.withResolvers<unknown>()
      script.addLines = async (_batch, { body }) => {
        reported.resolve(await rejectionOf(textOf(body, arrived.resolve)))
        throw new Failure('INTERNAL_ERROR', 'cut')
      }
      async function* broken() {
        yield Buffer.from('https://a.example/\n')
        await arrived.promise
        throw cut
      }
      const piece = { from: 1, body: broken(), signal: forEver }
      expect(await rejectionOf(batches.addLines(named('one'), piece))).to.equal(cut)
      expect(await reported.promise).to.be.instanceOf(Error)
    })

    it('carries a failure with its code and text, of a call and of a stream', async () => {
      const fail = () =>
        Promise.reject(new Failure('SERVICE_UNAVAILABLE', 'the disk of the batch part is full'))
      Object.assign(script, { status: fail, list: fail, submit: fail, results: fail })
      const said = [
        await rejectionOf(batches.status(named('x'))),
        await rejectionOf(batches.list({ owner: 'x', state: null, limit: 1, after: null })),
        await rejectionOf(batches.submit(someBatch, bytes('a\n'), forEver)),
        await rejectionOf(batches.results(named('x'), reading())),
      ]
      for (const failure of said) {
        expect(failure).to.be.instanceOf(Failure)
        expect(failure).to.include({
          code: 'SERVICE_UNAVAILABLE',
          message: 'the disk of the batch part is full',
        })
      }
    })

    it('fails a submission at once when the server side fails, although the body has no end', async () => {
      script.submit = async (_batch, body) => {
        for await (const _ of body) throw new Failure('SERVICE_UNAVAILABLE', 'full')
        return someStatus
      }
      const failure = await rejectionOf(batches.submit(someBatch, endless('a\n'), forEver))
      expect(failure).to.include({ code: 'SERVICE_UNAVAILABLE', message: 'full' })
    })

    it('fails the server side when the body breaks: it never sees an end', async () => {
      const cut = new Error('the client has gone')
      const arrived = Promise.withResolvers<void>()
      const reported = Promise.withResolvers<unknown>()
      script.submit = async (_batch, body) => {
        reported.resolve(await rejectionOf(textOf(body, arrived.resolve)))
        throw new Failure('INTERNAL_ERROR', 'cut')
      }
      async function* broken() {
        yield Buffer.from('https://a.example/\n')
        await arrived.promise
        throw cut
      }
      expect(await rejectionOf(batches.submit(someBatch, broken(), forEver))).to.equal(cut)
      expect(await reported.promise).to.be.instanceOf(Error)
    })

    it('ends a submission when its signal is aborted', async () => {
      const leaving = new AbortController()
      const aborted = Promise.withResolvers<void>()
      script.submit = async (_batch, body, signal) => {
        signal.addEventListener('abort', () => aborted.resolve())
        await textOf(body, () => leaving.abort())
        return someStatus
      }
      const submitted = rejectionOf(batches.submit(someBatch, endless('a\n'), leaving.signal))
      expect(await submitted).to.be.instanceOf(Error)
      await aborted.promise
    })

    it('passes on which results are requested, and the lines unchanged', async () => {
      let seen: unknown = null
      script.results = async (batch, { after, isFollowing }) => {
        seen = { ...batch, after, isFollowing }
        return bytes('{"n":8}\n', `{"n":9,"result":"${'ü'.repeat(300_000)}"}\n`, '{"n":10}\n')
      }
      const lines = await batches.results(named('one'), reading({ after: 7, isFollowing: true }))
      expect(await textOf(lines)).to.equal(`{"n":8}\n{"n":9,"result":"${'ü'.repeat(300_000)}"}\n{"n":10}\n`)
      expect(seen).to.deep.equal({ ...named('one'), after: 7, isFollowing: true })
    })

    it('returns before there is any line', async () => {
      script.results = async (_id, { signal }) => silent(signal)
      const leaving = new AbortController()
      expect(await batches.results(named('one'), reading({ signal: leaving.signal }))).not.to.equal(null)
      leaving.abort()
    })

    it('breaks a stream of results whose source breaks', async () => {
      script.results = async () => {
        async function* broken() {
          yield Buffer.from('{"n":1}\n')
          throw new Failure('SERVICE_UNAVAILABLE', 'gone')
        }
        return broken()
      }
      const failure = await rejectionOf(textOf(await batches.results(named('one'), reading())))
      expect(failure).to.include({ code: 'SERVICE_UNAVAILABLE' })
    })

    for (const how of ['aborts', 'stops reading'] as const) {
      it(`ends the source of a reader who ${how}`, async () => {
        const ended = Promise.withResolvers<void>()
        script.results = async (_id, { signal }) => {
          signal.addEventListener('abort', () => ended.resolve())
          return endless('{"n":1}\n', signal)
        }
        const leaving = new AbortController()
        const lines = await batches.results(named('one'), reading({ signal: leaving.signal }))
        await rejectionOf(
          (async () => {
            for await (const _ of lines ?? []) {
              if (how === 'stops reading') break
              leaving.abort()
            }
          })(),
        ).catch(() => undefined)
        await ended.promise
      })
    }

    it('applies backpressure of a slow reader: of 200 MB only a few are buffered', async () => {
      let given = 0
      script.results = async () => {
        async function* large() {
          for (; given < 800; given++) yield Buffer.alloc(262_144, 120)
        }
        return large()
      }
      const lines = await batches.results(named('one'), reading())
      const [first] = [lines?.[Symbol.asyncIterator]()]
      await first?.next()
      await manyCalls(batches)
      expect(given).to.be.at.most(40)
      await first?.return?.()
    })

    it('applies backpressure of a slow server side: of 200 MB only a few are buffered', async () => {
      let given = 0
      const go = Promise.withResolvers<void>()
      script.submit = async () => {
        await go.promise
        throw new Failure('NOT_FOUND', 'enough')
      }
      async function* large() {
        for (; given < 800; given++) yield Buffer.alloc(262_144, 120)
      }
      const submitted = rejectionOf(batches.submit(someBatch, large(), forEver))
      await manyCalls(batches)
      expect(given).to.be.at.most(40)
      go.resolve()
      expect(await submitted).to.include({ code: 'NOT_FOUND' })
    })

    it('answers a ping', () => batches.ping())
  })
}

async function* endless(text: string, signal: AbortSignal = forEver): AsyncGenerator<Uint8Array> {
  while (!signal.aborted) {
    yield Buffer.from(text)
    await turn()
  }
}

// biome-ignore lint/correctness/useYield: it has no line
async function* silent(signal: AbortSignal): AsyncGenerator<Uint8Array> {
  await once(signal, 'abort')
}
