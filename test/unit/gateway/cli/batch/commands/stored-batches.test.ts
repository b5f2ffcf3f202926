import { expect } from 'chai'
import { cancel, list, pause, resume, status } from '#gateway/cli/batch/commands/stored-batches.ts'
import { commandFixture } from '../command-fixture.ts'
import { errorBody, json, type Responder, statusBody } from '../fake-service.ts'

describe('commands of stored batches', () => {
  const cli = commandFixture({ list, status, pause, resume, cancel })

  describe('status, pause, resume and cancel', () => {
    const known = { 'GET /batches/b1': [json(200, statusBody({ accepted: 1200, waiting: 1200 }))] }

    it('print the status of each batch and name unknown batches', async () => {
      const { code, stdout, stderr } = await cli.run(known, ['status', 'nobody', 'b1'])
      expect(code).to.equal(1)
      expect(stdout).to.match(/^b1 {2}running .*waiting 1,200/)
      expect(stderr).to.include('no batch nobody')
    })

    it('print a line of JSON each', async () => {
      const { code, stdout } = await cli.run(known, ['status', 'b1', 'b1', '--json'])
      expect(code).to.equal(0)
      const wanted = statusBody({ accepted: 1200, waiting: 1200 })
      expect(
        stdout
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line)),
      ).to.deep.equal([wanted, wanted])
    })

    it('say that another program answers at the URL', async () => {
      const page: Responder = (response) => response.end('<html>')
      const { code, stderr } = await cli.run({ 'GET /batches/b1': [page] }, ['status', 'b1'])
      expect(code).to.equal(1)
      expect(stderr).to.include('not PageProbe').and.include('PAGEPROBE_URL')
    })

    it('encode an id for the URL', async () => {
      await cli.run({}, ['status', '../metadata?x'])
      expect(cli.service.requests.map(({ path }) => path)).to.deep.equal(['/batches/..%2Fmetadata%3Fx'])
    })

    for (const [command, method, path, state] of [
      ['pause', 'POST', '/batches/b1/pause', 'paused'],
      ['resume', 'POST', '/batches/b1/resume', 'running'],
      ['cancel', 'DELETE', '/batches/b1', 'cancelled'],
    ] as const) {
      it(`${command} a batch`, async () => {
        const outcome = await cli.run({ [`${method} ${path}`]: [json(200, statusBody({ state }))] }, [
          command,
          'b1',
        ])
        expect([outcome.code, outcome.stdout]).to.deep.equal([0, ''])
        expect(outcome.stderr).to.include(`b1  ${state}`)
        expect(cli.service.requests).to.have.length(1)
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
    const requests = () => cli.service.requests.map(({ path }) => new URL(path, cli.service.url).search)

    it('prints all batches, page by page', async () => {
      const { code, stdout, stderr } = await cli.run(pages, ['list'])
      expect([code, stderr]).to.deep.equal([0, ''])
      expect(stdout.split('\n')).to.deep.equal([
        'b1  running  done 40, failed 2 of 1,200  since 2026-11-22T10:00:00.000Z',
        'b0  finished  done 40, failed 2 of 1,200  since 2026-11-22T10:00:00.000Z',
        '',
      ])
      expect(requests()).to.deep.equal(['', '?after=1.10'])
    })

    it('filters by state and prints JSON, a line each', async () => {
      const { code, stdout } = await cli.run(pages, ['list', '--state', 'running', '--json'])
      expect(code).to.equal(0)
      const lines = stdout.trimEnd().split('\n')
      expect(lines.map((line) => JSON.parse(line))).to.deep.equal([newest, older])
      expect(requests()).to.deep.equal(['?state=running', '?state=running&after=1.10'])
    })

    it('prints nothing when there is no batch', async () => {
      const outcome = await cli.run({ 'GET /batches': [json(200, { batches: [], next: null })] }, ['list'])
      expect(outcome).to.deep.equal({ code: 0, stdout: '', stderr: '' })
    })

    it('shows the message of the service for an unknown state', async () => {
      const answer = json(400, errorBody('VALIDATION_ERROR', 'state must be one of: running', {}))
      const outcome = await cli.run({ 'GET /batches': [answer] }, ['list', '--state', 'done'])
      expect(outcome).to.deep.equal({ code: 1, stdout: '', stderr: 'state must be one of: running\n' })
    })

    it('accepts no id', async () => {
      const { code, stderr } = await cli.run(pages, ['list', 'b1'])
      expect(code).to.equal(1)
      expect(stderr).to.include('"b1" is one word too many')
      expect(cli.service.requests).to.deep.equal([])
    })
  })
})
