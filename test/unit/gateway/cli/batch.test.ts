import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
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
  submission,
  takesLines,
} from './batch/fake-service.ts'
import { type RunOptions, runBatchCommand, startBatchCommand } from './batch/run-batch-command.ts'

/** Runs `gateway/cli/batch.ts` against a fake of the batch routes (infra/docs/batches.md#batches). */
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
  const accepted = submission()

  describe('submit', () => {
    it('streams standard input in pieces', async () => {
      const lines = (from: number, to: number) =>
        Array.from({ length: to - from + 1 }, (_, at) => `https://example.com/${from + at}\n`).join('')
      const pieces: string[] = []
      service = await openFakeService({
        ...accepted,
        'PUT /batches/b1/lines': [
          (response, request) => {
            pieces.push(`${request.path} ${request.body}`)
            // The rest of the input comes only after its beginning has arrived.
            if (pieces.length === 1) child.stdin?.end(lines(10_002, 10_003))
            takesLines(response, request)
          },
        ],
      })
      const { child, outcome } = startBatchCommand(['submit', '-'], { url: service.url, input: null })
      child.stdin?.write(lines(1, 10_001))
      expect(await outcome).to.deep.equal({ code: 0, stdout: 'b1\n', stderr: '' })
      expect(pieces).to.deep.equal([
        `/batches/b1/lines?from=1 ${lines(1, 10_000)}`,
        `/batches/b1/lines?from=10001 ${lines(10_001, 10_003)}`,
      ])
      await service.close()
    })

    it('ends when the service refuses the batch, or lines of it, while its input goes on', async () => {
      const refused = json(400, errorBody('VALIDATION_ERROR', 'fields must be a list', {}))
      for (const answers of [
        { 'POST /batches': [refused] },
        { ...accepted, 'PUT /batches/b1/lines': [refused] },
      ]) {
        service = await openFakeService(answers)
        const { child, outcome } = startBatchCommand(['submit', '-'], { url: service.url, input: null })
        child.stdin?.on('error', () => undefined)
        child.stdin?.write('https://example.com/1\n'.repeat(10_000))
        const { code, stdout, stderr } = await outcome
        expect([code, stdout]).to.deep.equal([1, ''])
        expect(stderr.endsWith('fields must be a list\n')).to.equal(true)
        await service.close()
      }
    })

    async function interrupted(child: ChildProcess, outcome: Promise<Outcome>, lines: string) {
      child.kill('SIGINT')
      const { code, stdout, stderr } = await outcome
      expect([code, stdout]).to.deep.equal([130, ''])
      expect(stderr).to.match(new RegExp(`b1 is open with ${lines} lines`))
      expect(stderr).to.include('start b1').and.include('cancel b1')
      await service.close()
    }

    it('says after Ctrl-C which batch is open, while it sends', async () => {
      const asked = Promise.withResolvers<void>()
      service = await openFakeService({
        ...accepted,
        'PUT /batches/b1/lines': [takesLines, () => asked.resolve()],
      })
      const input = 'https://example.com/1\n'.repeat(10_001)
      const { child, outcome } = startBatchCommand(['submit', '-'], { url: service.url, input })
      await asked.promise
      await interrupted(child, outcome, '10000')
    })

    it('says after Ctrl-C which batch is open, while it waits for input', async () => {
      const asked = Promise.withResolvers<void>()
      const slow: Responder = (response, request) => {
        takesLines(response, request)
        response.once('close', asked.resolve)
      }
      service = await openFakeService({ ...accepted, 'PUT /batches/b1/lines': [slow] })
      const { child, outcome } = startBatchCommand(['submit', '-'], { url: service.url, input: null })
      child.stdin?.write('https://example.com/1\n'.repeat(10_000))
      await asked.promise
      // The command may not have read the answer yet.
      await interrupted(child, outcome, '(0|10000)')
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
      for (const args of [
        ['status', 'b1'],
        ['submit', '-'],
      ]) {
        const { code, stdout, stderr } = await runBatchCommand(args, { url })
        expect([code, stdout]).to.deep.equal([1, ''])
        expect(stderr).to.match(/^There is no PageProbe at http:\/\/127\.0\.0\.1:\d+ .*PAGEPROBE_URL.*\n$/)
      }
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
    const names = ['submit', 'sitemap', 'crawl', 'status', 'start', 'pause', 'resume', 'cancel', 'results']
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
