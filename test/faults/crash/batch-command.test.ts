// own service: it is killed and started again
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { freePorts, freshFolder } from '#infra/services/process.ts'
import { type Sandbox, sandbox } from '#test/support/sandbox.ts'
import { endAllServices, type ServiceProcess, startParts } from '#test/support/service/service-process.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'
import { runBatchCommand, startBatchCommand } from '#test/unit/gateway/cli/batch/run-batch-command.ts'

interface Line {
  readonly n: number
  readonly url: string
}

const QUICK_MS = 30
const SLOW_MS = 1000
/** Enough URLs that a process can be killed before they end. */
const KILLED = 800

describe('the batch command that follows, and kill -9 of it and of the service', function () {
  this.timeout(120_000)
  let folder: string
  let port: number
  let service: ServiceProcess
  let site: TargetSite
  let box: Sandbox
  /** How long the site takes for a page: longer, where a batch must not end before a command has run. */
  let pageMs = QUICK_MS

  const start = () =>
    startParts([], { env: { DATA_DIR: folder, PORT: String(port), BATCH_HOST_DELAY_MS: '0' } })
  const run = (args: readonly string[], input = '') =>
    runBatchCommand(args, { url: service.url, input, folder: box.folder })
  const linesOf = (text: string): Line[] =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  const urls = (count: number, path = '/page') =>
    Array.from({ length: count }, (_, index) => site.url(`${path}/${index}`, index % 4))

  before(async () => {
    folder = await freshFolder('batch-cli')
    ;[port = 0] = await freePorts(1)
    service = await start()
    site = await openSite({
      hosts: 4,
      before: () => sleep(pageMs),
    })
  })
  after(async () => {
    await endAllServices()
    await site.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  beforeEach(async () => {
    pageMs = QUICK_MS
    box = await sandbox()
  })
  afterEach(() => box.remove())

  it('writes each result once', async () => {
    pageMs = SLOW_MS / 4
    const { stdout } = await run(['submit', '-', '--fields', 'basic'], urls(KILLED, '/killed').join('\n'))
    const args = ['results', stdout.trim(), '--follow', '--output', 'out.ndjson']
    const path = join(box.folder, 'out.ndjson')

    const first = startBatchCommand(args, { url: service.url, folder: box.folder })
    await untilLines(path, 20)
    first.child.kill('SIGKILL')
    await once(first.child, 'close')
    const second = startBatchCommand(args, { url: service.url, folder: box.folder })
    await untilLines(path, linesIn(path) + 20)
    await service.kill()
    pageMs = QUICK_MS
    service = await start()

    const { code, stderr } = await second.outcome
    expect(code, stderr).to.equal(0)
    expect(stderr).to.include('trying again')
    const lines = linesOf(readFileSync(path, 'utf8'))
    expect(lines.map(({ n }) => n)).to.deep.equal(Array.from({ length: KILLED }, (_, index) => index + 1))
    expect(lines.map(({ url }) => url)).to.have.members(urls(KILLED, '/killed'))
  })
})

function linesIn(path: string): number {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').length - 1 : 0
}

async function untilLines(path: string, count: number): Promise<void> {
  while (linesIn(path) < count) await sleep(20)
}
