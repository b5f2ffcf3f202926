import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { results } from '#gateway/cli/batch/commands/results.ts'
import { commandFixture } from '../command-fixture.ts'
import { errorBody, json, resultLine, statusBody, stream } from '../fake-service.ts'

describe('results', () => {
  const cli = commandFixture({ results })
  const ended = (done: number) => json(200, statusBody({ state: 'finished', accepted: done, done }))
  const [one, two, three] = [resultLine(1), resultLine(2), resultLine(3)]

  it('stream to stdout', async () => {
    const answers = {
      'GET /batches/b1': [ended(3)],
      'GET /batches/b1/results': [stream([one + two, three])],
    }
    const outcome = await cli.run(answers, ['results', 'b1'])
    expect(outcome).to.deep.equal({ code: 0, stdout: one + two + three, stderr: '' })
    expect(cli.service.requests.map(({ path }) => path)).to.include('/batches/b1/results?after=0')
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
    const { code, stdout } = await cli.run(answers, ['results', 'b1'])
    expect([code, stdout]).to.deep.equal([0, one + two + three])
    const after = cli.service.requests.flatMap(({ path }) => /after=(\d+)/.exec(path)?.[1] ?? [])
    expect(after).to.deep.equal(['0', '1', '1', '2'])
  })

  it('are followed until the batch has ended', async () => {
    const running = json(200, statusBody({ accepted: 3, done: 1, waiting: 2 }))
    const answers = {
      'GET /batches/b1': [running, running, running, ended(3)],
      'GET /batches/b1/results': [stream([one]), stream([two]), stream([three])],
    }
    const { code, stdout } = await cli.run(answers, ['results', 'b1', '--follow'])
    expect([code, stdout]).to.deep.equal([0, one + two + three])
    expect(cli.service.requests.filter(({ path }) => path.includes('follow=true'))).to.have.length.above(1)
  })

  it('continue a file after its last whole line', async () => {
    await cli.box.write('out.ndjson', one + two.slice(0, 9))
    const answers = { 'GET /batches/b1': [ended(3)], 'GET /batches/b1/results': [stream([two, three])] }
    const outcome = await cli.run(answers, ['results', 'b1', '--output', 'out.ndjson'])
    expect(outcome).to.deep.equal({ code: 0, stdout: '', stderr: '' })
    expect(await readFile(join(cli.box.folder, 'out.ndjson'), 'utf8')).to.equal(one + two + three)
    expect(cli.service.requests.map(({ path }) => path)).to.include('/batches/b1/results?after=1')
  })

  it('create no file for a batch that does not exist', async () => {
    const { code, stderr } = await cli.run({}, ['results', 'nobody', '--output', 'out.ndjson'])
    expect(code).to.equal(1)
    expect(stderr).to.equal(`There is no batch nobody at ${cli.service.url}\n`)
    expect(existsSync(join(cli.box.folder, 'out.ndjson'))).to.equal(false)
  })
})
