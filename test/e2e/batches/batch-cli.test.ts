import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { eventually } from '#test/contract/eventually.ts'
import { nodeFolders } from '#test/support/node-folders.ts'
import { type Sandbox, sandbox } from '#test/support/sandbox.ts'
import type { UsedService } from '#test/support/service/service-fixture.ts'
import { workerService } from '#test/support/service/worker-service.ts'
import { htmlPage, openOwnSite, type TargetSite } from '#test/support/sites/target-site.ts'
import { runBatchCommand, startBatchCommand } from '#test/unit/gateway/cli/batch/run-batch-command.ts'

interface Line {
  readonly n: number
  readonly url: string
  readonly code?: string
  readonly depth?: number
  readonly from?: string | null
  readonly parameters: Readonly<Record<string, unknown>>
  readonly result?: { readonly title: string }
}

/** Runs the batch command against the real service. */
describe('batch command and service', function () {
  this.timeout(120_000)
  let fixture: UsedService
  let site: TargetSite
  let box: Sandbox
  /** Lets the pages below `/held` go. */
  let held: PromiseWithResolvers<void>

  const options = () => {
    const env = { ...nodeFolders(), PAGEPROBE_API_KEY: fixture.key }
    return { url: fixture.url, env, folder: box.folder }
  }
  const run = (args: readonly string[], input = '') => runBatchCommand(args, { ...options(), input })
  const linesOf = (text: string): Line[] =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  const urls = (count: number, path = '/page') =>
    Array.from({ length: count }, (_, index) => site.url(`${path}/${index}`, index % 4))

  before(async () => {
    fixture = await workerService()
    site = await openOwnSite({
      hosts: 4,
      routes: {
        '/start': (_, response) =>
          htmlPage(response, '/start', '<a href="/a">a</a><a href="/private/b">b</a>'),
        '/a': (_, response) => htmlPage(response, '/a', '<a href="/start">back</a><a href="/c">c</a>'),
        '/sitemap.xml': (_, response) => {
          const entries = urls(5, '/mapped').map((url) => `<url><loc>${url}</loc></url>`)
          response.writeHead(200, { 'content-type': 'application/xml' })
          response.end(
            `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>`,
          )
        },
      },
      before: (path) => (path.startsWith('/held') ? held.promise : Promise.resolve()),
    })
  })
  after(async () => {
    await fixture?.close()
    await site?.close()
  })
  beforeEach(async () => {
    held = Promise.withResolvers()
    box = await sandbox()
  })
  afterEach(async () => {
    held.resolve()
    await box.remove()
  })

  it('submits a file, waits, and gets one result for each line', async () => {
    await box.write('urls.txt', [...urls(20), 'nonsense', ...urls(20, '/other')].join('\n'))
    const { code, stdout, stderr } = await run(['submit', 'urls.txt', '--fields', 'basic', '--wait'])
    expect(code, stderr).to.equal(2)
    expect(stderr).to.include('line 21: url ').and.include('done 40, failed 0, rejected 1')
    const [id = ''] = /^[0-9a-f-]{36}(?=\n$)/.exec(stdout) ?? []

    const ndjson = await run(['results', id])
    expect(ndjson.code).to.equal(0)
    const lines = linesOf(ndjson.stdout)
    expect(lines.map(({ n }) => n)).to.deep.equal(Array.from({ length: 40 }, (_, index) => index + 1))
    expect(lines.map(({ url }) => url)).to.have.members([...urls(20), ...urls(20, '/other')])

    const csv = await run(['results', id, '--format', 'csv', '--after', '38'])
    expect(csv.stdout.split('\r\n').map((record) => record.split(',')[0])).to.deep.equal([
      'n',
      '39',
      '40',
      '',
    ])

    const status = await run(['status', id, '--json'])
    expect(JSON.parse(status.stdout)).to.deep.include({ id, state: 'finished' })

    const listed = await run(['list', '--state', 'finished'])
    expect(listed.code).to.equal(0)
    expect(listed.stdout).to.include(`${id}  finished  done 40, failed 0 of 40  since `)
  })

  it('crawls within its scope', async () => {
    const args = [
      'crawl',
      site.url('/start'),
      '--exclude',
      '*/private/*',
      '--exclude=*/next',
      '--max-depth',
      '2',
      '--wait',
    ]
    const { code, stdout, stderr } = await run([...args, '--fields', 'basic'])
    expect(code, stderr).to.equal(0)
    const lines = linesOf((await run(['results', stdout.trim()])).stdout)
    expect(lines.map(({ url, depth, from }) => [url, depth, from])).to.have.deep.members([
      [site.url('/start'), 0, null],
      [site.url('/a'), 1, site.url('/start')],
      [site.url('/c'), 2, site.url('/a')],
    ])
  })

  it('inspects the pages of a sitemap', async () => {
    const { code, stdout, stderr } = await run([
      'sitemap',
      site.url('/sitemap.xml'),
      '--fields',
      'basic',
      '--wait',
    ])
    expect(code, stderr).to.equal(0)
    const lines = linesOf((await run(['results', stdout.trim(), '--follow'])).stdout)
    expect(lines.map(({ url }) => url)).to.have.members(urls(5, '/mapped'))
  })

  it('pauses, resumes and cancels', async () => {
    const { stdout } = await run(['submit', '-', '--fields', 'basic'], urls(400, '/held').join('\n'))
    const id = stdout.trim()
    for (const [command, state] of [
      ['pause', 'paused'],
      ['resume', 'running'],
      ['cancel', 'cancelled'],
    ] as const) {
      const outcome = await run([command, id])
      expect([outcome.code, outcome.stdout]).to.deep.equal([0, ''])
      expect(outcome.stderr).to.include(state)
    }
    held.resolve()
    expect((await run(['status', id, '--wait'])).code).to.equal(1)
    const { counts } = JSON.parse((await run(['status', id, '--json'])).stdout)
    expect(counts).to.include({ running: 0, waiting: 0 })
    expect(counts.done).to.be.below(400)
  })

  it('submits a parameter that is an object', async () => {
    const args = ['submit', '-', '--operation', 'snapshot', '--viewport', '{"width": 800, "height": 600}']
    const { code, stdout, stderr } = await run([...args, '--wait'], site.url('/seen'))
    expect(code, stderr).to.equal(0)
    const [line] = linesOf((await run(['results', stdout.trim()])).stdout)
    expect(line?.parameters).to.deep.include({
      viewport: { width: 800, height: 600, deviceScaleFactor: 1 },
    })
  })

  it('shows the service message about wrong parameters', async () => {
    const { code, stdout, stderr } = await run(['submit', '-', '--max-lonks', '5', '--fields', 'everything'])
    expect([code, stdout]).to.deep.equal([1, ''])
    expect(stderr).to.include('max_lonks is not a known parameter').and.include('fields must be')
  })

  it('follows results into a file, each once, although it is killed', async () => {
    const [early, late] = [urls(20, '/early'), urls(20, '/held')]
    const { stdout } = await run(['submit', '-', '--fields', 'basic'], [...early, ...late].join('\n'))
    const args = ['results', stdout.trim(), '--follow', '--output', 'out.ndjson']
    const path = join(box.folder, 'out.ndjson')

    const first = startBatchCommand(args, options())
    await eventually(() => linesIn(path) === early.length)
    first.child.kill('SIGKILL')
    await once(first.child, 'close')
    const second = startBatchCommand(args, options())
    held.resolve()
    const { code, stderr } = await second.outcome
    expect(code, stderr).to.equal(0)
    const lines = linesOf(readFileSync(path, 'utf8'))
    expect(lines.map(({ n }) => n)).to.deep.equal(Array.from({ length: 40 }, (_, index) => index + 1))
    expect(lines.map(({ url }) => url)).to.have.members([...early, ...late])
  })
})

function linesIn(path: string): number {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').length - 1 : 0
}
