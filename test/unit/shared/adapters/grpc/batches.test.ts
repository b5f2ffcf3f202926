import { expect } from 'chai'
import { grpcBatches } from '#shared/adapters/grpc/batches.ts'
import { Failure } from '#shared/errors.ts'
import type { Batches } from '#shared/ports/batches.ts'
import { startBatchesServer } from '#stages/batch/batches-server.ts'
import {
  type BatchesScript,
  batchesContract,
  emptyBatchesScript,
  type MakeBatches,
  named,
  someBatch,
  someStatus,
} from '#test/contract/batches.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { secret } from '#test/support/parts-secret.ts'
import { silentLog } from '#test/support/silent-log.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'

const forEver = new AbortController().signal
const serve = (script: BatchesScript, listen = '127.0.0.1:0') => {
  const batches = {
    submit: (...given: Parameters<Batches['submit']>) => script.submit(...given),
    status: (...given: Parameters<Batches['status']>) => script.status(...given),
    open: (...given: Parameters<Batches['open']>) => script.open(...given),
    addLines: (...given: Parameters<Batches['addLines']>) => script.addLines(...given),
    start: (...given: Parameters<Batches['start']>) => script.start(...given),
    list: (...given: Parameters<Batches['list']>) => script.list(...given),
    pause: (...given: Parameters<Batches['pause']>) => script.pause(...given),
    resume: (...given: Parameters<Batches['resume']>) => script.resume(...given),
    cancel: (...given: Parameters<Batches['cancel']>) => script.cancel(...given),
    results: (...given: Parameters<Batches['results']>) => script.results(...given),
    report: (...given: Parameters<Batches['report']>) => script.report(...given),
    pages: (...given: Parameters<Batches['pages']>) => script.pages(...given),
  }
  return startBatchesServer({ secret, listen, batches, log: silentLog })
}

const overLoopback: MakeBatches = async (script) => {
  const server = await serve(script)
  const batches = grpcBatches({ secret, address: server.address })
  return {
    batches,
    async end() {
      batches.close()
      await server.close(0)
    },
  }
}

batchesContract('gRPC over loopback', overLoopback)

describe('grpcBatches', () => {
  const clock = driveClockInEachTest()
  const undo: (() => unknown)[] = []
  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step()
  })

  async function start(script: BatchesScript, listen?: string) {
    const server = await serve(script, listen)
    undo.push(() => server.close(0))
    return server
  }

  function connect(address: string): Batches {
    const batches = grpcBatches({ secret, address })
    undo.push(() => batches.close())
    return batches
  }

  const answering = (): BatchesScript => ({ ...emptyBatchesScript(), status: async () => someStatus })
  async function* lines(...texts: string[]) {
    for (const text of texts) yield Buffer.from(text)
  }

  /** The failures of these calls, which a caller gets within 2 s. */
  async function failuresOf(calls: readonly Promise<unknown>[]): Promise<unknown[]> {
    const began = clock.now()
    const failures = await clock.settle(Promise.all(calls.map((call) => rejectionOf(call))))
    expect(clock.now() - began).to.be.at.most(2000)
    return failures
  }

  it('rejects within 2 s while no server listens, and works once one does', async () => {
    const server = await serve(answering())
    await server.close(0)
    const batches = connect(server.address)
    const failures = await failuresOf([
      batches.status(named('x')),
      batches.submit(someBatch, lines('a\n'), forEver),
      batches.results(named('x'), { after: 0, isFollowing: true, signal: forEver }),
      batches.ping(),
    ])
    for (const failure of failures) {
      expect(failure).to.be.instanceOf(Failure).with.property('code', 'SERVICE_UNAVAILABLE')
      expect((failure as Failure).message).not.to.include('127.0.0.1')
    }
    await start(answering(), server.address)
    await clock.eventually(() =>
      batches.status(named('x')).then(
        () => true,
        () => false,
      ),
    )
    await batches.ping()
  })

  it('rejects within 2 s when the server does not answer', async () => {
    const never = () => new Promise<never>(() => {})
    const { address } = await start({ ...emptyBatchesScript(), status: never, results: never })
    const batches = connect(address)
    const failures = await failuresOf([
      batches.status(named('x')),
      batches.results(named('x'), { after: 0, isFollowing: false, signal: forEver }),
    ])
    for (const failure of failures) expect(failure).to.include({ code: 'SERVICE_UNAVAILABLE' })
  })

  it('hides the message of an unexpected error', async () => {
    const status = () => Promise.reject(new Error('ENOENT /srv/secret'))
    const { address } = await start({ ...emptyBatchesScript(), status })
    const failure = await rejectionOf(connect(address).status(named('x')))
    expect(failure).to.include({ code: 'INTERNAL_ERROR' })
    expect((failure as Failure).message).not.to.include('secret')
  })

  it('aborts streams when the server closes: neither result streams nor uploads end normally', async () => {
    const began = Promise.withResolvers<AbortSignal>()
    const server = await serve({
      ...emptyBatchesScript(),
      results: async (_id, { signal }) => {
        async function* waiting() {
          yield Buffer.from('{"n":1}\n')
          await new Promise((resolve) => signal.addEventListener('abort', resolve))
        }
        return waiting()
      },
      submit: async (_batch, body, signal) => {
        began.resolve(signal)
        for await (const _ of body) await new Promise((resolve) => signal.addEventListener('abort', resolve))
        return someStatus
      },
    })
    const batches = connect(server.address)
    const read = await batches.results(named('x'), { after: 0, isFollowing: true, signal: forEver })
    const whole = rejectionOf(
      (async () => {
        for await (const _ of read ?? []);
      })(),
    )
    async function* silent() {
      yield Buffer.from('a\n')
      await new Promise(() => {})
    }
    const submitted = rejectionOf(batches.submit(someBatch, silent(), forEver))
    const signal = await began.promise
    await server.close(5000)
    expect(signal.aborted).to.equal(true)
    for (const failure of [await whole, await submitted]) {
      expect(failure).to.include({ code: 'SERVICE_UNAVAILABLE' })
    }
  })

  it('rejects result streams over the limit, and still accepts uploads', async () => {
    async function* waiting(signal: AbortSignal) {
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      yield Buffer.from('')
    }
    const { address } = await start({
      ...emptyBatchesScript(),
      results: async (_id, { signal }) => waiting(signal),
      submit: async () => someStatus,
    })
    const batches = connect(address)
    const leaving = new AbortController()
    const reading = { after: 0, isFollowing: true, signal: leaving.signal }
    for (let opened = 0; opened < 500; opened++) await batches.results(named('x'), reading)
    expect(await rejectionOf(batches.results(named('x'), reading))).to.include({
      code: 'SERVICE_UNAVAILABLE',
    })
    expect(await batches.submit(someBatch, lines('a\n'), forEver)).to.deep.equal(someStatus)
    leaving.abort()
  })

  it('checks the health of the server', async () => {
    const server = await start(answering())
    const batches = connect(server.address)
    await batches.ping()
    server.setServing(false)
    expect(await rejectionOf(batches.ping())).to.include({ code: 'SERVICE_UNAVAILABLE' })
  })

  it('says what the server misses, until it is there', async () => {
    const server = await start(answering())
    const batches = connect(server.address)
    server.setNeed('postgres', false)
    const { code, cause } = (await rejectionOf(batches.ping())) as Failure
    expect(code).to.equal('SERVICE_UNAVAILABLE')
    expect(String(cause)).to.include('postgres')
    server.setNeed('postgres', true)
    await batches.ping()
    server.setServing(false)
    expect(String(((await rejectionOf(batches.ping())) as Failure).cause)).not.to.include('postgres')
  })
})
