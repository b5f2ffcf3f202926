import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { submit } from '#gateway/cli/batch/commands/submit.ts'
import { API_KEY } from '#test/support/service/service-process.ts'
import { commandFixture } from '../command-fixture.ts'
import { errorBody, json, submission } from '../fake-service.ts'

describe('submit', () => {
  const cli = commandFixture({ submit })
  const accepted = submission()

  it('sends a file unchanged and prints only the id', async () => {
    const lines =
      'https://example.com/ä\r\n{"url": "https://example.com/2", "max_links": 5}\nhttps://example.com/3'
    await cli.box.write('urls.txt', lines)
    const outcome = await cli.run(accepted, ['submit', 'urls.txt'])
    expect(outcome).to.deep.equal({ code: 0, stdout: 'b1\n', stderr: '' })
    expect(cli.service.requests.map(({ method, path, body }) => [method, path, body])).to.deep.equal([
      ['POST', '/batches?open=true', ''],
      ['PUT', '/batches/b1/lines?from=1', lines],
      ['POST', '/batches/b1/start', ''],
    ])
    const { headers = {} } = cli.service.requests[1] ?? {}
    expect(headers).to.include({ 'content-type': 'application/x-ndjson', 'x-api-key': API_KEY })
  })

  it('maps every spelling of a parameter to the name of the operation', async () => {
    const args = ['submit', '-', '--operation', 'snapshot', '--full-page', '--block_ads', 'true']
    await cli.run(accepted, [
      ...args,
      '--waitUntil=load',
      '--omit-background=false',
      '--viewport',
      '{"width": 800}',
    ])
    const { searchParams } = new URL(cli.service.requests[0]?.path ?? '', cli.service.url)
    expect(Object.fromEntries(searchParams)).to.deep.equal({
      open: 'true',
      operation: 'snapshot',
      fullPage: 'true',
      blockAds: 'true',
      waitUntil: 'load',
      omitBackground: 'false',
      viewport: '{"width":800}',
    })
  })

  it('sends the manners of the batch in the query', async () => {
    await cli.run(accepted, ['submit', '-', '--delay-ms', '500', '--concurrency', '2', '--max-links', '5'])
    const { searchParams } = new URL(cli.service.requests[0]?.path ?? '', cli.service.url)
    expect(Object.fromEntries(searchParams)).to.deep.equal({
      ...{ open: 'true', delay_ms: '500', concurrency: '2', max_links: '5' },
    })
  })

  it('leaves wrong parameters to the service and shows its whole message', async () => {
    const problems = [
      { path: ['max_lonks'], message: 'max_lonks is not a known parameter' },
      { path: ['max_images'], message: 'max_images must be a whole number between 1 and 100' },
    ]
    const answer = json(400, errorBody('VALIDATION_ERROR', 'The parameters are wrong', problems))
    const { code, stdout, stderr } = await cli.run({ 'POST /batches': [answer] }, [
      ...['submit', '-', '--max-lonks', '5', '--max-images', 'many'],
    ])
    expect([code, stdout]).to.deep.equal([1, ''])
    for (const { message } of problems) expect(stderr).to.include(message)
    expect(cli.service.requests[0]?.path).to.include('max_lonks=5')
  })

  it('shows the first rejected lines, counts the others, and exits with 2', async () => {
    const lines = Array.from({ length: 100 }, (_, index) => ({
      line: index + 3,
      reason: 'url must be a URL',
    }))
    const answers = submission({ accepted: 1, waiting: 1, rejected: 250, lines })
    const { code, stdout, stderr } = await cli.run(answers, ['submit', '-'])
    expect([code, stdout]).to.deep.equal([2, 'b1\n'])
    const shown = stderr.match(/line \d+: url must be a URL/g) ?? []
    expect(shown[0]).to.include('line 3:')
    expect(stderr)
      .to.include('250 were rejected')
      .and.to.include(`${250 - shown.length} more`)
  })

  it('names a file that cannot be read and sends nothing', async () => {
    await mkdir(join(cli.box.folder, 'folder'))
    for (const name of ['missing.txt', 'folder']) {
      const { code, stdout, stderr } = await cli.run(accepted, ['submit', name])
      expect([code, stdout]).to.deep.equal([1, ''])
      expect(stderr).to.include(name).and.not.include(' at ')
      expect(cli.service.requests).to.deep.equal([])
    }
  })
})
