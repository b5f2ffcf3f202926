import { expect } from 'chai'
import { submit } from '#gateway/cli/batch/commands/submit.ts'
import { commandFixture } from '../command-fixture.ts'
import { errorBody, json, type Responder, statusBody, submission, takesLines } from '../fake-service.ts'

describe('sendLines', () => {
  const cli = commandFixture({ submit })
  const breaks: Responder = (response) => response.destroy()
  const away = json(503, errorBody('SERVICE_UNAVAILABLE', 'Away', {}), { 'retry-after': '30' })
  const numbered = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => `https://example.com/${from + at}\n`).join('')
  const pieces = () =>
    cli.service.requests
      .filter(({ method, body }) => method === 'PUT' && body !== '')
      .map(({ path, body }) => `${new URL(path, 'http://x').searchParams.get('from')}: ${body}`)

  it('sends 10,000 lines at a time, numbered over the whole batch', async () => {
    const { code } = await cli.run(submission(), ['submit', '-'], numbered(1, 20_001))
    expect(code).to.equal(0)
    expect(pieces()).to.deep.equal([
      `1: ${numbered(1, 10_000)}`,
      `10001: ${numbered(10_001, 20_000)}`,
      `20001: ${numbered(20_001, 20_001)}`,
    ])
  })

  it('goes on with the first missing line after a broken connection', async () => {
    const missing = json(200, { accepted: 0, rejected: 0, next: 4 })
    const lines = [breaks, missing, takesLines]
    const answers = { ...submission(), 'PUT /batches/b1/lines': lines }
    const { code, stderr } = await cli.run(answers, ['submit', '-'], numbered(1, 6))
    expect([code, stderr.match(/trying again/g)]).to.deep.equal([0, ['trying again']])
    expect(pieces().at(-1)).to.equal(`4: ${numbered(4, 6)}`)
    expect(cli.service.requests.at(-1)?.path).to.equal('/batches/b1/start')
  })

  it('waits as long as an unavailable service asks for, also to open and to start the batch', async () => {
    const all = submission()
    const answers = Object.fromEntries(Object.entries(all).map(([call, [works]]) => [call, [away, works]]))
    const { code } = await cli.run(answers as typeof all, ['submit', '-'], numbered(1, 2))
    expect(code).to.equal(0)
    expect(cli.pauses).to.deep.equal([30_000, 30_000, 30_000])
    expect(pieces()).to.have.length(2)
  })

  it('gives up when the service does not take lines, and says that the batch is open', async () => {
    const refused = json(409, errorBody('CONFLICT', 'The batch takes no more lines: it is cancelled', {}))
    const spent = json(429, errorBody('RATE_LIMIT_EXCEEDED', 'The limit is spent', {}), {
      'retry-after': '40000',
    })
    for (const answer of [refused, spent]) {
      const answers = { ...submission(), 'PUT /batches/b1/lines': [takesLines, answer] }
      const { code, stdout, stderr } = await cli.run(answers, ['submit', '-'], numbered(1, 10_001))
      expect([code, stdout]).to.deep.equal([1, ''])
      expect(stderr).to.include('b1 is open with 10000 lines').and.not.include('trying again')
      expect(cli.service.requests.filter(({ path }) => path.endsWith('/start'))).to.deep.equal([])
    }
  })

  it('starts a batch without lines', async () => {
    const answers = submission({ state: 'finished' })
    expect(await cli.run(answers, ['submit', '-'], '')).to.deep.equal({ code: 0, stdout: 'b1\n', stderr: '' })
    expect(pieces()).to.deep.equal([])
    expect(statusBody({ state: 'open' }).finished_at).to.equal(null)
  })
})
