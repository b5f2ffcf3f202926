import { expect } from 'chai'
import { sitemap } from '#gateway/cli/batch/commands/create-commands.ts'
import { submit } from '#gateway/cli/batch/commands/submit.ts'
import { commandFixture } from '../command-fixture.ts'
import { errorBody, json, statusBody, submission } from '../fake-service.ts'

describe('submitting with --wait', () => {
  const cli = commandFixture({ submit, sitemap })
  const accepted = submission()
  const created = { 'POST /batches': [json(202, statusBody({ accepted: 2, waiting: 2 }))] }
  const states = (last: object) => ({
    ...accepted,
    'GET /batches/b1': [
      json(200, statusBody({ accepted: 2, waiting: 1, running: 1 })),
      json(200, statusBody({ accepted: 2, ...last })),
    ],
  })

  it('stays until the batch has ended and prints its outcome', async () => {
    const outcome = await cli.run(states({ state: 'finished', done: 1, failed: 1 }), [
      'submit',
      '-',
      '--wait',
    ])
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
    const { code, stderr } = await cli.run({ ...states(last), ...created }, [
      'sitemap',
      'https://example.com/sitemap.xml',
      '--wait',
    ])
    expect(code).to.equal(2)
    expect(stderr).to.include('gave status 500')
  })

  it('exits with 1 when the batch was cancelled', async () => {
    const { code, stderr } = await cli.run(states({ state: 'cancelled', done: 1 }), ['submit', '-', '--wait'])
    expect(code).to.equal(1)
    expect(stderr).to.include('cancelled')
  })

  it('survives a short outage of the service', async () => {
    const { code, stderr } = await cli.run(
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
    await cli.run(states({ state: 'finished', done: 2 }), ['submit', '-', '--wait'])
    expect(cli.service.requests.map(({ path }) => path)).to.include('/batches/b1?hosts=10')
  })
})
