import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { grpcBatches } from '#shared/adapters/grpc/batches.ts'
import { readConfig } from '#shared/config/config.ts'
import type { Lookups } from '#shared/ports/lookups.ts'
import type { Runtime } from '#shared/runtime.ts'
import { noTelemetry } from '#shared/telemetry/telemetry.ts'
import { FolderTaken } from '#stages/batch/adapters/disk/owned-folder.ts'
import { type BatchPart, NoDatabase, startBatch } from '#stages/batch/main.ts'
import { someBatch } from '#test/contract/batches.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { secret } from '#test/support/parts-secret.ts'
import { silentLog } from '#test/support/silent-log.ts'
import { unlimitedMemory } from '#test/support/unlimited-memory.ts'
import { PUBLIC_URL, resultOf, runToyStage } from '#test/unit/shared/stage/toy-stage.ts'

const FREE_PORT = '127.0.0.1:0'
const forEver = new AbortController().signal
/** Lines of a batch have a look-up only where hosts are polite by domain or address. */
const noLookups = {} as Lookups

async function* body(...lines: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const line of lines) yield Buffer.from(`${line}\n`)
}

describe('the batch part', () => {
  let embedded: Embedded
  let folder: string
  let open: BatchPart[]

  beforeEach(async () => {
    embedded = await openEmbedded()
    folder = mkdtempSync(join(tmpdir(), 'pageprobe-'))
    open = []
  })
  afterEach(async () => {
    for (const part of open) await part.stop(0)
    await embedded.close()
    rmSync(folder, { recursive: true })
  })

  async function start(listen = FREE_PORT, env: Readonly<Record<string, string>> = {}): Promise<BatchPart> {
    const runtime: Runtime = {
      ...embedded,
      config: readConfig({ LOG_LEVEL: 'silent', DATA_DIR: folder, ...env }),
      logger: silentLog,
      telemetry: noTelemetry,
      memory: unlimitedMemory,
      publicUrl: () => PUBLIC_URL,
      partsSecret: secret,
    }
    const part = await startBatch(runtime, noLookups, listen)
    open.push(part)
    return part
  }

  async function stop(part: BatchPart): Promise<void> {
    open = open.filter((one) => one !== part)
    await part.stop(1000)
  }

  it('requests the lines of a batch, ends it with their results, and knows it after a restart', async () => {
    const stage = await runToyStage(embedded, async (work) => resultOf(work, '{"title":"A page"}'))
    const first = await start()
    const urls = ['http://one.example/', 'http://two.example/a']
    let batches = grpcBatches({ secret, address: first.batchesAddress })
    const { id } = await batches.submit(someBatch, body(...urls), forEver)
    const named = { id, owner: 'somebody' }
    await eventually(async () => (await batches.status(named))?.state === 'finished')
    batches.close()
    await stop(first)
    const second = await start()
    batches = grpcBatches({ secret, address: second.batchesAddress })
    expect((await batches.status(named))?.counts).to.include({ accepted: 2, done: 2, failed: 0, waiting: 0 })
    const lines = await batches.results(named, { after: 0, isFollowing: false, signal: forEver })
    let text = ''
    for await (const chunk of lines ?? []) text += Buffer.from(chunk).toString()
    const results = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(results.map(({ url }) => url)).to.have.members(urls)
    expect(results.map(({ result }) => result)).to.deep.equal([{ title: 'A page' }, { title: 'A page' }])
    batches.close()
    await stage.drain(0)
  })

  it('does not start with Kafka and no database, and says what to set', async () => {
    const refused = await rejectionOf(start(FREE_PORT, { KAFKA_BROKERS: '127.0.0.1:9092' }))
    expect(refused).to.be.instanceOf(NoDatabase).with.property('message').that.includes('set POSTGRES_URL=')
    expect(readdirSync(folder), 'no file is made').to.deep.equal([])
  })

  it('is one for a folder: a second one does not start, and the first goes on', async () => {
    const first = await start()
    const refused = await rejectionOf(start())
    expect(refused)
      .to.be.instanceOf(FolderTaken)
      .with.property('message')
      .that.includes(join(folder, 'batches'))
    const batches = grpcBatches({ secret, address: first.batchesAddress })
    await batches.ping()
    batches.close()
  })

  it('closes all it has opened when its start fails', async () => {
    const other = mkdtempSync(join(tmpdir(), 'pageprobe-'))
    const own = folder
    folder = other
    const taken = await start()
    folder = own
    expect(await rejectionOf(start(taken.batchesAddress)))
      .to.be.instanceOf(Error)
      .with.property('message')
      .that.matches(/No address added|EADDRINUSE/)
    const batches = grpcBatches({ secret, address: (await start()).batchesAddress })
    await batches.ping()
    batches.close()
    await stop(taken)
    rmSync(other, { recursive: true })
  })
})
