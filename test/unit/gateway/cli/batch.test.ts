import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { freePorts } from '#infra/services/process.ts'
import { type Outcome, type Sandbox, sandbox } from '#test/support/sandbox.ts'
import { API_KEY } from '#test/support/service/service-process.ts'
import {
  errorBody,
  type FakeService,
  json,
  openFakeService,
  type Responder,
  type Responders,
  resultLine,
  statusBody,
  stream,
} from './batch/fake-service.ts'
import { type RunOptions, runBatchCommand, startBatchCommand } from './batch/run-batch-command.ts'

/** Runs `gateway/cli/batch.ts` against a fake of the batch routes (infra/docs/contract.md#batches). */
describe('batch command', function () {
  this.timeout(30_000)
  let box: Sandbox
  let service: FakeService
  beforeEach(async () => {
    box = await sandbox()
  })
  afterEach(() => box.remove())

  async function run(
    answers: Responders,
    args: readonly string[],
    options: Partial<RunOptions> = {},
  ): Promise<Outcome> {
    service = await openFakeService(answers)
    try {
      return await runBatchCommand(args, { url: service.url, folder: box.folder, ...options })
    } finally {
      await service.close()
    }
  }
  const accepted = { 'POST /batches': [json(202, statusBody({ accepted: 2, waiting: 2 }))] }

  describe('submit', () => {
    it('sends a file unchanged and prints only the id', async () => {
      const lines =
        'https://example.com/ä\r\n{"url": "https://example.com/2", "max_links": 5}\nhttps://example.com/3'
      await box.write('urls.txt', lines)
      const outcome = await run(accepted, ['submit', 'urls.txt'])
      expect(outcome).to.deep.equal({ code: 0, stdout: 'b1\n', stderr: '' })
      const [{ path, body, headers } = { path: '', body: '', headers: {} }] = service.requests
      expect([path, body]).to.deep.equal(['/batches', lines])
      expect(headers).to.include({ 'content-type': 'application/x-ndjson', 'x-api-key': API_KEY })
    })

    it('maps every spelling of a parameter to the name of the operation', async () => {
      const args = ['submit', '-', '--operation', 'snapshot', '--full-page', '--block_ads', 'true']
      await run(accepted, [
        ...args,
        '--waitUntil=load',
        '--omit-background=false',
        '--viewport',
        '{"width": 800}',
      ])
      const { searchParams } = new URL(service.requests[0]?.path ?? '', service.url)
      expect(Object.fromEntries(searchParams)).to.deep.equal({
        operation: 'snapshot',
        fullPage: 'true',
        blockAds: 'true',
        waitUntil: 'load',
        omitBackground: 'false',
        viewport: '{"width":800}',
      })
    })

    it('leaves wrong parameters to the service and shows its whole message', async () => {
      const problems = [
        { path: ['max_lonks'], message: 'max_lonks is not a known parameter' },
        { path: ['max_images'], message: 'max_images must be a whole number between 1 and 100' },
      ]
      const answer = json(400, errorBody('VALIDATION_ERROR', 'The parameters are wrong', problems))
      const { code, stdout, stderr } = await run({ 'POST /batches': [answer] }, [
        ...['submit', '-', '--max-lonks', '5', '--max-images', 'many'],
      ])
      expect([code, stdout]).to.deep.equal([1, ''])
      for (const { message } of problems) expect(stderr).to.include(message)
      expect(service.requests[0]?.path).to.include('max_lonks=5')
    })

    it('shows the first rejected lines, counts the others, and exits with 2', async () => {
      const lines = Array.from({ length: 100 }, (_, index) => ({
        line: index + 3,
        reason: 'url must be a URL',
      }))
      const answer = json(202, statusBody({ accepted: 1, waiting: 1, rejected: 250, lines }))
      const { code, stdout, stderr } = await run({ 'POST /batches': [answer] }, ['submit', '-'])
      expect([code, stdout]).to.deep.equal([2, 'b1\n'])
      const shown = stderr.match(/line \d+: url must be a URL/g) ?? []
      expect(shown[0]).to.include('line 3:')
      expect(stderr)
        .to.include('250 were rejected')
        .and.to.include(`${250 - shown.length} more`)
    })

    it('streams standard input', async () => {
      const { url, server } = await listening((request, response) => {
        // The rest of the input comes only after its beginning has arrived.
        request.once('data', () => child.stdin?.end('https://example.com/2\n'))
        request.on('end', () => json(202, statusBody({ accepted: 2 }))(response))
      })
      const { child, outcome } = startBatchCommand(['submit', '-'], { url, input: null })
      child.stdin?.write('https://example.com/1\n')
      expect(await outcome).to.deep.equal({ code: 0, stdout: 'b1\n', stderr: '' })
      server.close()
    })

    it('ends when the service refuses the batch while its input goes on', async () => {
      const { url, server } = await listening((_request, response) =>
        json(400, errorBody('VALIDATION_ERROR', 'fields must be a list', {}))(response),
      )
      const { child, outcome } = startBatchCommand(['submit', '-'], { url, input: null })
      child.stdin?.write('https://example.com/1\n')
      expect(await outcome).to.include({ code: 1, stdout: '', stderr: 'fields must be a list\n' })
      server.closeAllConnections()
      server.close()
    })

    it('prints the id on stderr when stdout is closed', async () => {
      service = await openFakeService(accepted)
      const { child, outcome } = startBatchCommand(['submit', '-'], { url: service.url, input: null })
      child.stdout?.destroy()
      child.stdin?.end('https://example.com/1\n')
      expect((await outcome).stderr).to.equal('The batch b1 was submitted and goes on\n')
      await service.close()
    })

    it('names a file that cannot be read and sends nothing', async () => {
      await mkdir(join(box.folder, 'folder'))
      for (const name of ['missing.txt', 'folder']) {
        const { code, stdout, stderr } = await run(accepted, ['submit', name])
        expect([code, stdout]).to.deep.equal([1, ''])
        expect(stderr).to.include(name).and.not.include(' at ')
        expect(service.requests).to.deep.equal([])
      }
    })
  })

  describe('crawl and sitemap', () => {
    it('crawl sends its limits as JSON', async () => {
      const args = [
        'crawl',
        'https://example.com/',
        'https://example.org/',
        '--scope',
        'domain',
        '--max-pages',
        '50',
      ]
      const { code, stdout } = await run(accepted, [
        ...[...args, '--max-depth=2', '--max-minutes', '5', '--include', '*/a/*', '--include', '*/b/*'],
        ...['--exclude', '*.pdf', '--operation', 'seo-audit', '--device', 'desktop'],
      ])
      expect([code, stdout]).to.deep.equal([0, 'b1\n'])
      expect(JSON.parse(service.requests[0]?.body ?? '')).to.deep.equal({
        operation: 'seo-audit',
        parameters: { device: 'desktop' },
        urls: ['https://example.com/', 'https://example.org/'],
        crawl: {
          ...{ scope: 'domain', max_pages: 50, max_depth: 2, max_minutes: 5 },
          ...{ include: ['*/a/*', '*/b/*'], exclude: ['*.pdf'] },
        },
      })
    })

    it('leave out options that were not given', async () => {
      await run(accepted, ['crawl', 'https://example.com/'])
      expect(JSON.parse(service.requests[0]?.body ?? '')).to.deep.equal({
        ...{ parameters: {}, urls: ['https://example.com/'], crawl: {} },
      })
    })

    it('sitemap submits the pages of a sitemap', async () => {
      await run(accepted, ['sitemap', 'https://example.com/sitemap.xml', '--fields', 'basic'])
      expect(service.requests[0]).to.include({ method: 'POST', path: '/batches' })
      expect(service.requests[0]?.headers).to.include({ 'content-type': 'application/json' })
      expect(JSON.parse(service.requests[0]?.body ?? '')).to.deep.equal({
        ...{ parameters: { fields: 'basic' }, sitemaps: ['https://example.com/sitemap.xml'] },
      })
    })
  })

  describe('--wait', () => {
    const states = (last: object) => ({
      ...accepted,
      'GET /batches/b1': [
        json(200, statusBody({ accepted: 2, waiting: 1, running: 1 })),
        json(200, statusBody({ accepted: 2, ...last })),
      ],
    })

    it('stays until the batch has ended and prints its outcome', async () => {
      const outcome = await run(states({ state: 'finished', done: 1, failed: 1 }), ['submit', '-', '--wait'])
      expect([outcome.code, outcome.stdout]).to.deep.equal([0, 'b1\n'])
      expect(outcome.stderr).to.match(/100\.0 % of 2, done 1, failed 1, running 0, waiting 0/)
      // 100 s, as the status says.
      expect(outcome.stderr)
        .to.match(/b1 finished: done 1, failed 1 in 1m 40s/)
        .and.not.include('\x1b')
    })

    it('exits with 2 when lines were rejected later', async () => {
      const lines = [{ line: 0, reason: 'https://example.com/sitemap.xml gave status 500' }]
      const last = { state: 'finished', done: 2, rejected: 1, lines }
      const { code, stderr } = await run(states(last), [
        'sitemap',
        'https://example.com/sitemap.xml',
        '--wait',
      ])
      expect(code).to.equal(2)
      expect(stderr).to.include('gave status 500')
    })

    it('exits with 1 when the batch was cancelled', async () => {
      const { code, stderr } = await run(states({ state: 'cancelled', done: 1 }), ['submit', '-', '--wait'])
      expect(code).to.equal(1)
      expect(stderr).to.include('cancelled')
    })

    it('survives a short outage of the service', async () => {
      const { code, stderr } = await run(
        {
          ...accepted,
          'GET /batches/b1': [
            (response) => response.destroy(),
            json(503, errorBody('SERVICE_UNAVAILABLE', 'Away', {})),
            json(200, statusBody({ state: 'finished', accepted: 2, done: 2 })),
          ],
        },
        ['submit', '-', '--wait'],
      )
      expect(code).to.equal(0)
      expect(stderr.match(/trying again/g)).to.have.length(1)
    })

    it('requests the hosts with the longest queues', async () => {
      await run(states({ state: 'finished', done: 2 }), ['submit', '-', '--wait'])
      expect(service.requests.map(({ path }) => path)).to.include('/batches/b1?hosts=10')
    })

    for (const [signal, expected] of [
      ['SIGINT', 130],
      ['SIGTERM', 143],
    ] as const) {
      it(`says after ${signal} that the batch goes on and how to watch it`, async () => {
        service = await openFakeService(states({ waiting: 1, running: 1 }))
        const { child, outcome } = startBatchCommand(['submit', '-', '--wait'], { url: service.url })
        await once(child.stdout as Readable, 'data')
        child.kill(signal)
        const { code, stderr } = await outcome
        await service.close()
        expect(code).to.equal(expected)
        expect(stderr).to.include('goes on').and.include('status b1').and.include('cancel b1')
        expect(service.requests.filter(({ method }) => method === 'DELETE')).to.deep.equal([])
      })
    }
  })

  describe('status, pause, resume and cancel', () => {
    const known = { 'GET /batches/b1': [json(200, statusBody({ accepted: 1200, waiting: 1200 }))] }

    it('print the status of each batch and name unknown batches', async () => {
      const { code, stdout, stderr } = await run(known, ['status', 'nobody', 'b1'])
      expect(code).to.equal(1)
      expect(stdout).to.match(/^b1 {2}running .*waiting 1,200/)
      expect(stderr).to.include('no batch nobody')
    })

    it('print a line of JSON each', async () => {
      const { code, stdout } = await run(known, ['status', 'b1', 'b1', '--json'])
      expect(code).to.equal(0)
      const wanted = statusBody({ accepted: 1200, waiting: 1200 })
      expect(
        stdout
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line)),
      ).to.deep.equal([wanted, wanted])
    })

    it('encode an id for the URL', async () => {
      await run({}, ['status', '../metadata?x'])
      expect(service.requests.map(({ path }) => path)).to.deep.equal(['/batches/..%2Fmetadata%3Fx'])
    })

    for (const [command, method, path, state] of [
      ['pause', 'POST', '/batches/b1/pause', 'paused'],
      ['resume', 'POST', '/batches/b1/resume', 'running'],
      ['cancel', 'DELETE', '/batches/b1', 'cancelled'],
    ] as const) {
      it(`${command} a batch`, async () => {
        const outcome = await run({ [`${method} ${path}`]: [json(200, statusBody({ state }))] }, [
          command,
          'b1',
        ])
        expect([outcome.code, outcome.stdout]).to.deep.equal([0, ''])
        expect(outcome.stderr).to.include(`b1  ${state}`)
        expect(service.requests).to.have.length(1)
      })
    }
  })

  describe('list', () => {
    const { rejected: _, ...newest } = statusBody({ accepted: 1200, done: 40, failed: 2, waiting: 1158 })
    const older = { ...newest, id: 'b0', state: 'finished', finished_at: '2026-11-22T10:01:40.000Z' }
    const pages = {
      'GET /batches': [
        json(200, { batches: [newest], next: '1.10' }),
        json(200, { batches: [older], next: null }),
      ],
    }
    const requests = () => service.requests.map(({ path }) => new URL(path, service.url).search)

    it('prints all batches, page by page', async () => {
      const { code, stdout, stderr } = await run(pages, ['list'])
      expect([code, stderr]).to.deep.equal([0, ''])
      expect(stdout.split('\n')).to.deep.equal([
        'b1  running  done 40, failed 2 of 1,200  since 2026-11-22T10:00:00.000Z',
        'b0  finished  done 40, failed 2 of 1,200  since 2026-11-22T10:00:00.000Z',
        '',
      ])
      expect(requests()).to.deep.equal(['', '?after=1.10'])
    })

    it('filters by state and prints JSON, a line each', async () => {
      const { code, stdout } = await run(pages, ['list', '--state', 'running', '--json'])
      expect(code).to.equal(0)
      const lines = stdout.trimEnd().split('\n')
      expect(lines.map((line) => JSON.parse(line))).to.deep.equal([newest, older])
      expect(requests()).to.deep.equal(['?state=running', '?state=running&after=1.10'])
    })

    it('prints nothing when there is no batch', async () => {
      const outcome = await run({ 'GET /batches': [json(200, { batches: [], next: null })] }, ['list'])
      expect(outcome).to.deep.equal({ code: 0, stdout: '', stderr: '' })
    })

    it('shows the message of the service for an unknown state', async () => {
      const answer = json(400, errorBody('VALIDATION_ERROR', 'state must be one of: running', {}))
      const outcome = await run({ 'GET /batches': [answer] }, ['list', '--state', 'done'])
      expect(outcome).to.deep.equal({ code: 1, stdout: '', stderr: 'state must be one of: running\n' })
    })

    it('accepts no id', async () => {
      const { code, stderr } = await run(pages, ['list', 'b1'])
      expect(code).to.equal(1)
      expect(stderr).to.include('"b1" is one word too many')
      expect(service.requests).to.deep.equal([])
    })
  })

  describe('results', () => {
    const ended = (done: number) => json(200, statusBody({ state: 'finished', accepted: done, done }))
    const [one, two, three] = [resultLine(1), resultLine(2), resultLine(3)]

    it('stream to stdout', async () => {
      const answers = {
        'GET /batches/b1': [ended(3)],
        'GET /batches/b1/results': [stream([one + two, three])],
      }
      const outcome = await run(answers, ['results', 'b1'])
      expect(outcome).to.deep.equal({ code: 0, stdout: one + two + three, stderr: '' })
      expect(service.requests.map(({ path }) => path)).to.include('/batches/b1/results?after=0')
    })

    it('are complete, each once, although connections break', async () => {
      const answers = {
        'GET /batches/b1': [ended(3)],
        'GET /batches/b1/results': [
          stream([one, two.slice(0, 20)], true),
          json(503, errorBody('SERVICE_UNAVAILABLE', 'Away', {})),
          stream([two, three.slice(0, -1)]),
          stream([three]),
        ],
      }
      const { code, stdout } = await run(answers, ['results', 'b1'])
      expect([code, stdout]).to.deep.equal([0, one + two + three])
      const after = service.requests.flatMap(({ path }) => /after=(\d+)/.exec(path)?.[1] ?? [])
      expect(after).to.deep.equal(['0', '1', '1', '2'])
    })

    it('are followed until the batch has ended', async () => {
      const running = json(200, statusBody({ accepted: 3, done: 1, waiting: 2 }))
      const answers = {
        'GET /batches/b1': [running, running, running, ended(3)],
        'GET /batches/b1/results': [stream([one]), stream([two]), stream([three])],
      }
      const { code, stdout } = await run(answers, ['results', 'b1', '--follow'])
      expect([code, stdout]).to.deep.equal([0, one + two + three])
      expect(service.requests.filter(({ path }) => path.includes('follow=true'))).to.have.length.above(1)
    })

    it('continue a file after its last whole line', async () => {
      await box.write('out.ndjson', one + two.slice(0, 9))
      const answers = { 'GET /batches/b1': [ended(3)], 'GET /batches/b1/results': [stream([two, three])] }
      const outcome = await run(answers, ['results', 'b1', '--output', 'out.ndjson'])
      expect(outcome).to.deep.equal({ code: 0, stdout: '', stderr: '' })
      expect(await readFile(join(box.folder, 'out.ndjson'), 'utf8')).to.equal(one + two + three)
      expect(service.requests.map(({ path }) => path)).to.include('/batches/b1/results?after=1')
    })

    for (const format of ['ndjson', 'csv']) {
      it(`leave whole lines in a file after Ctrl-C, which the same command continues: ${format}`, async () => {
        const running = json(200, statusBody({ accepted: 3, done: 1, waiting: 2 }))
        const open: Responder = (response) => {
          response.writeHead(200, { 'content-type': 'application/x-ndjson' })
          response.write(one + two.slice(0, 9))
        }
        const path = join(box.folder, 'out')
        const args = ['results', 'b1', '--follow', '--format', format, '--output', path]
        service = await openFakeService({ 'GET /batches/b1': [running], 'GET /batches/b1/results': [open] })
        const { child, outcome } = startBatchCommand(args, { url: service.url })
        while (!existsSync(path) || (await readFile(path, 'utf8')) === '') await sleep(20)
        child.kill('SIGINT')
        const { code, stderr } = await outcome
        await service.close()
        expect([code, stderr]).to.deep.equal([
          130,
          'Not all results were written. The same command continues the file\n',
        ])
        const rest = { 'GET /batches/b1': [ended(3)], 'GET /batches/b1/results': [stream([two, three])] }
        expect(await run(rest, args)).to.include({ code: 0 })
        expect(service.requests.map((requests) => requests.path)).to.include(
          '/batches/b1/results?after=1&follow=true',
        )
        const lines = (await readFile(path, 'utf8')).trimEnd().split('\n')
        const wanted = format === 'csv' ? ['n', '1', '2', '3'] : ['1', '2', '3']
        expect(lines.map((line) => /^(?:\{"n":)?(\w+),/.exec(line)?.[1])).to.deep.equal(wanted)
      })
    }

    it('create no file for a batch that does not exist', async () => {
      const { code, stderr } = await run({}, ['results', 'nobody', '--output', 'out.ndjson'])
      expect(code).to.equal(1)
      expect(stderr).to.equal(`There is no batch nobody at ${service.url}\n`)
      expect(existsSync(join(box.folder, 'out.ndjson'))).to.equal(false)
    })

    it('end without an error when their reader closes the output', async () => {
      const many = Array.from({ length: 20_000 }, (_, index) => resultLine(index + 1)).join('')
      const answers = { 'GET /batches/b1': [ended(20_000)], 'GET /batches/b1/results': [stream([many])] }
      service = await openFakeService(answers)
      const { child, outcome } = startBatchCommand(['results', 'b1'], { url: service.url })
      await once(child.stdout as Readable, 'data')
      child.stdout?.destroy()
      expect(await outcome).to.include({ code: 0, stderr: '' })
      await service.close()
    })
  })

  describe('errors', () => {
    it('say in one sentence that nothing listens at the URL', async () => {
      const url = `http://127.0.0.1:${(await freePorts(1))[0]}`
      const { code, stdout, stderr } = await runBatchCommand(['status', 'b1'], { url })
      expect([code, stdout]).to.deep.equal([1, ''])
      expect(stderr).to.match(/^There is no PageProbe at http:\/\/127\.0\.0\.1:\d+ .*PAGEPROBE_URL.*\n$/)
    })

    for (const [what, env, reported] of [
      ['a wrong key', {}, /does not accept the key in PAGEPROBE_API_KEY/],
      ['no key', { PAGEPROBE_API_KEY: '' }, /set PAGEPROBE_API_KEY/],
    ] as const) {
      it(`name the setting for ${what}`, async () => {
        const answer = json(401, errorBody('INVALID_API_KEY', 'The key is wrong', { hint: '' }))
        const { code, stderr } = await run({ 'GET /batches/b1': [answer] }, ['status', 'b1'], { env })
        expect(code).to.equal(1)
        expect(stderr).to.match(reported).and.not.include(API_KEY)
      })
    }

    it('say that another program answers at the URL', async () => {
      const page: Responder = (response) => response.end('<html>')
      const { code, stderr } = await run({ 'GET /batches/b1': [page] }, ['status', 'b1'])
      expect(code).to.equal(1)
      expect(stderr).to.include('not PageProbe').and.include('PAGEPROBE_URL')
    })

    for (const args of [
      ['destroy'],
      ['constructor'],
      ['status'],
      ['status', 'b1', '--colour'],
      ['results', 'a', 'b'],
    ]) {
      it(`name the help of the command: ${args.join(' ')}`, async () => {
        const { code, stdout, stderr } = await run({}, args)
        expect([code, stdout]).to.deep.equal([1, ''])
        expect(stderr)
          .to.include('--help')
          .and.not.match(/\n\s+at /)
        expect(service.requests).to.deep.equal([])
      })
    }

    it('list all problems at once', async () => {
      const args = ['crawl', '--max-pages', 'many', '--scope', 'host', '--scope', 'domain', '--fields']
      const { stderr } = await run({}, args)
      for (const word of ['URL', '--max-pages', '--scope', '--fields']) expect(stderr).to.include(word)
    })

    it('reject a URL with a query', async () => {
      for (const url of ['127.0.0.1:8080', 'ftp://127.0.0.1/', 'http://127.0.0.1/?a']) {
        const { code, stderr } = await runBatchCommand(['status', 'b1'], { url })
        expect(code).to.equal(1)
        expect(stderr).to.include('PAGEPROBE_URL')
      }
    })
  })

  it('prints its usage', async () => {
    const names = ['submit', 'sitemap', 'crawl', 'status', 'pause', 'resume', 'cancel', 'results']
    const { code, stdout } = await run({}, ['--help'])
    expect(code).to.equal(0)
    for (const name of names) expect(stdout).to.match(new RegExp(`\\b${name} <`))
    expect(stdout).to.match(/^ {2}list /m)
  })

  it('prints the usage of a command', async () => {
    const { code, stdout, stderr } = await run({}, ['crawl', '--max-pages', '--help'])
    expect([code, stderr]).to.deep.equal([0, ''])
    for (const word of ['--scope', '--max-minutes', 'Examples']) expect(stdout).to.include(word)
  })
})

/** A server that handles whole requests itself. */
async function listening(handle: RequestListener): Promise<{ url: string; server: Server }> {
  const server = createServer(handle)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}
