import { expect } from 'chai'
import { share, shares, unshare } from '#gateway/cli/batch/commands/shares.ts'
import { commandFixture } from '../command-fixture.ts'
import { errorBody, json } from '../fake-service.ts'

const made = { id: 's1', url: 'http://probe.example/shared/token', expires_at: '2026-12-30T00:00:00.000Z' }

describe('shares on the command line', () => {
  const cli = commandFixture({ share, shares, unshare })

  it('prints the URL alone on stdout, and how to end the share on stderr', async () => {
    const { code, stdout, stderr } = await cli.run({ 'POST /batches/b1/shares': [json(201, made)] }, [
      ...['share', 'b1', '--days', '7', '--title', 'Audit', '--compare', 'b0'],
    ])
    expect([code, stdout]).to.deep.equal([0, 'http://probe.example/shared/token\n'])
    expect(stderr).to.include(made.expires_at).and.include('unshare b1 s1')
    expect(JSON.parse(cli.service.requests[0]?.body ?? '')).to.deep.equal({
      days: 7,
      compare: 'b0',
      title: 'Audit',
    })
  })

  it('lists shares, with no control characters of their names', async () => {
    const listed = [
      { id: 's1', title: 'Audit \u001b[31m', client: 'Us', created_at: '', expires_at: made.expires_at },
      { id: 's2', title: null, client: null, created_at: '', expires_at: made.expires_at },
    ]
    const { stdout } = await cli.run({ 'GET /batches/b1/shares': [json(200, { shares: listed })] }, [
      'shares',
      'b1',
    ])
    expect(stdout.split('\n').map((line) => line.split('  ')[0])).to.deep.equal(['s1', 's2', ''])
    expect(stdout).to.include('Us').and.not.include('\u001b')
  })

  it('ends a share, and says that there is none', async () => {
    const missing = json(404, errorBody('NOT_FOUND', 'There is no such share of the batch', {}))
    const routes = { 'DELETE /batches/b1/shares/s1': [json(200, {}), missing] }
    expect((await cli.run(routes, ['unshare', 'b1', 's1'])).code).to.equal(0)
    const { code, stderr } = await cli.run({ 'DELETE /batches/b1/shares/s1': [missing] }, [
      'unshare',
      'b1',
      's1',
    ])
    expect(code).to.equal(1)
    expect(stderr).to.include('There is no such share of the batch')
  })
})
