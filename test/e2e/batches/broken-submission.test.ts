// own service: connections to it are cut, and it is killed while lines come
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { freePorts, freshFolder } from '#infra/services/process.ts'
import { type BreakableProxy, breakableProxy } from '#test/contract/breakable-proxy.ts'
import { nodeFolders } from '#test/support/node-folders.ts'
import { type BatchAnswer, batchClient } from '#test/support/service/batch-client.ts'
import {
  API_KEY,
  endAllServices,
  type ServiceProcess,
  startParts,
} from '#test/support/service/service-process.ts'
import { startBatchCommand } from '#test/unit/gateway/cli/batch/run-batch-command.ts'

const PIECE = 10_000

describe('a submission whose connection breaks', function () {
  this.timeout(240_000)
  let folder: string
  let port: number
  let service: ServiceProcess
  let proxy: BreakableProxy
  const start = () => startParts([], { env: { DATA_DIR: folder, PORT: String(port) } })
  before(async () => {
    folder = await freshFolder('broken-submission')
    ;[port = 0] = await freePorts(1)
    service = await start()
    proxy = await breakableProxy(port)
  })
  after(async () => {
    await proxy?.stop()
    await endAllServices()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  const lines = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => `https://broken.invalid/${from + at}\n`).join('')

  async function openBatch(): Promise<BatchAnswer | undefined> {
    const answer = await fetch(`${service.url}/batches?state=open`, { headers: { 'x-api-key': API_KEY } })
    return ((await answer.json()) as { batches: BatchAnswer[] }).batches[0]
  }
  async function untilStored(count: number): Promise<void> {
    while (((await openBatch())?.counts.accepted ?? 0) < count) await sleep(50)
  }

  it('has each line once, after lost answers, a cut connection and a killed service', async () => {
    const env = { ...nodeFolders(), PAGEPROBE_API_KEY: API_KEY }
    const url = `http://127.0.0.1:${proxy.port}`
    const { child, outcome } = startBatchCommand(['submit', '-', '--fields', 'basic'], {
      url,
      env,
      input: null,
    })
    let said = ''
    child.stderr?.on('data', (bytes) => {
      said += bytes
    })
    const failures = () => said.split('trying again').length - 1
    const input = child.stdin ?? expect.fail('the command has no input')
    input.write(lines(1, PIECE))
    await untilStored(PIECE)

    proxy.break('losing replies')
    input.write(lines(PIECE + 1, 2 * PIECE))
    // It may be the answer to the first piece: without any answer the command cannot learn where to go on.
    while (failures() === 0) await sleep(50)
    proxy.break(null)
    await untilStored(2 * PIECE)
    input.write(lines(2 * PIECE + 1, 3 * PIECE))
    await untilStored(3 * PIECE)

    const before = failures()
    await proxy.stop()
    input.write(lines(3 * PIECE + 1, 4 * PIECE))
    while (failures() === before) await sleep(50)
    await proxy.start()
    await untilStored(3 * PIECE + 1)
    await service.kill()
    input.end(lines(4 * PIECE + 1, 4 * PIECE + 5))
    service = await start()

    const { code, stdout, stderr } = await outcome
    expect(code, stderr).to.equal(0)
    expect(stderr).to.include('trying again')
    const client = batchClient(service.url, API_KEY)
    const { state, counts } = await client.status(stdout.trim())
    expect({ state, ...counts }).to.include({ state: 'running', accepted: 4 * PIECE + 5, rejected: 0 })
    await client.cancel(stdout.trim())
  })
})
