import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { type Outcome, type Sandbox, sandbox } from '#test/support/sandbox.ts'
import { CLOSED_PORT } from '#test/support/sites/closed-port.ts'
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
  this.timeout(90_000)
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
  })

  describe('--wait', () => {
    const states = (last: object) => ({
      ...accepted,
      'GET /batches/b1': [
        json(200, statusBody({ accepted: 2, waiting: 1, running: 1 })),
        json(200, statusBody({ accepted: 2, ...last })),
      ],
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

  describe('results', () => {
    const ended = (done: number) => json(200, statusBody({ state: 'finished', accepted: done, done }))
    const [one, two, three] = [resultLine(1), resultLine(2), resultLine(3)]

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
      const url = `http://127.0.0.1:${CLOSED_PORT}`
      const { code, stdout, stderr } = await runBatchCommand(['status', 'b1'], { url })
      expect([code, stdout]).to.deep.equal([1, ''])
      expect(stderr).to.match(/^There is no PageProbe at http:\/\/127\.0\.0\.1:\d+ .*PAGEPROBE_URL.*\n$/)
    })

    for (const args of [['constructor'], ['status', 'b1', '--colour']]) {
      it(`name the help of the command: ${args.join(' ')}`, async () => {
        const { code, stdout, stderr } = await run({}, args)
        expect([code, stdout]).to.deep.equal([1, ''])
        expect(stderr)
          .to.include('--help')
          .and.not.match(/\n\s+at /)
        expect(service.requests).to.deep.equal([])
      })
    }
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
