import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { freePorts, freshFolder } from '#infra/services/process.ts'
import { type ExternalClient, outcomesOf } from '#test/support/external/external-client.ts'
import { externalKafka } from '#test/support/external/external-kafka.ts'
import { reportFault } from '#test/support/faults/report-fault.ts'
import { type BatchClient, batchClient } from '#test/support/service/batch-client.ts'
import {
  API_KEY,
  endAllServices,
  runToEnd,
  type ServiceProcess,
  startParts,
} from '#test/support/service/service-process.ts'
import { ownRedis, sharedKafka, sharedMinio } from '#test/support/service/services.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'

const HOSTS = 4
/** This many pages on few hosts, at most 1 a second and host, take longer than the test. */
const LONG = 400
const SHORT = 8

describe('two batch parts on the same topics, on Kafka and Redis', function () {
  this.timeout(120_000)
  const kafka = sharedKafka()
  const redis = ownRedis()
  const minio = sharedMinio()
  let folder: string
  let site: TargetSite
  let external: ExternalClient
  let env: Record<string, string>
  let first: ServiceProcess

  before(async () => {
    folder = await freshFolder('batch-owner')
    site = await openSite({ hosts: HOSTS })
    const [lookups] = await freePorts(1)
    const address = `127.0.0.1:${lookups}`
    env = { ...kafka.env, ...redis.env, ...minio.env, LOOKUPS_LISTEN: address, LOOKUPS_ADDRESS: address }
    await startParts(['fetch', 'extract'], { env })
    first = await startBatchPart('first')
    external = await externalKafka(env)
  })
  after(async () => {
    await endAllServices()
    await external?.close()
    await site?.close()
    await rm(folder, { recursive: true, force: true })
  })

  async function batchEnv(name: string, more: Record<string, string> = {}): Promise<Record<string, string>> {
    const [batches] = await freePorts(1)
    const address = `127.0.0.1:${batches}`
    return {
      ...env,
      ...{ BATCHES_LISTEN: address, BATCHES_ADDRESS: address, DATA_DIR: join(folder, name) },
      ...more,
    }
  }

  async function startBatchPart(name: string, more: Record<string, string> = {}): Promise<ServiceProcess> {
    return startParts(['gateway', 'batch'], { env: await batchEnv(name, more) })
  }

  async function refused(): Promise<string> {
    const { code, stdout, stderr } = await runToEnd(['batch'], { env: await batchEnv('second') })
    expect([code, stdout]).to.deep.equal([1, ''])
    const message = stderr.split('\n').find((line) => line.startsWith('Another batch part owns')) ?? ''
    expect(message).to.include(join(folder, 'first', 'batches'))
    return /BATCH_TAKE_OVER=([\w-]+)/.exec(message)?.[1] ?? ''
  }

  const pages = (name: string, count: number) =>
    Array.from({ length: count }, (_, at) => site.url(`/${name}-${at}`, at % HOSTS))

  const clientOf = ({ url }: ServiceProcess): BatchClient => batchClient(url, API_KEY)

  const endedOf = (id: string) =>
    [...outcomesOf(external.records).keys()].filter((one) => one.startsWith(`${id}.`))

  it('act as one: the second is refused while the first runs, is suspended, or has ended; a restart is accepted', async () => {
    const owner = await refused()
    first.signal('SIGSTOP')
    expect(await refused()).to.equal(owner)
    first.signal('SIGCONT')
    const { id } = await clientOf(first).submit(pages('one', SHORT))
    expect((await clientOf(first).untilEnded(id)).counts.done).to.equal(SHORT)
    expect(await first.stop()).to.equal(0)
    expect(await refused()).to.equal(owner)
    const ended = performance.now()
    first = await startBatchPart('first')
    const { done } = (await clientOf(first).status(id)).counts
    const recoveredMs = performance.now() - ended
    const fault = 'a second batch part beside one that is suspended, then stopped'
    reportFault({ fault, accepted: SHORT, lost: SHORT - done, recoveredMs })
    expect(done).to.equal(SHORT)
  })

  it('switch over deliberately: the first, suspended meanwhile, stops when it resumes, and does nothing more', async () => {
    const { id } = await clientOf(first).submit(pages('long', LONG))
    while (endedOf(id).length < HOSTS) await sleep(50)
    const owner = await refused()
    first.signal('SIGSTOP')
    const second = await startBatchPart('third', { BATCH_TAKE_OVER: owner })
    const client = clientOf(second)
    const under = await client.submit(pages('two', SHORT))
    expect((await client.untilEnded(under.id)).counts.done).to.equal(SHORT)
    // The work in progress of the first one (twice a host and its successor) has ended; nothing releases more of it.
    const before = endedOf(id).length
    first.signal('SIGCONT')
    expect(await first.ended).to.equal(1)
    expect(first.stderr()).to.include('Another batch part owns the topics now')
    const last = await client.submit(pages('three', SHORT))
    const { counts } = await client.untilEnded(last.id)
    const fault = 'the work taken over from a suspended batch part, which wakes up'
    const figures = { accepted: 2 * SHORT, lost: SHORT - counts.done, repeated: endedOf(id).length - before }
    reportFault({ fault, ...figures })
    expect(counts).to.include({ done: SHORT, failed: 0 })
    expect(endedOf(id)).to.have.length(before)
  })
})
