import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { crawl, sitemap } from '#gateway/cli/batch/commands/create-commands.ts'
import { commandFixture } from '../command-fixture.ts'
import { json, type Responder, statusBody } from '../fake-service.ts'

describe('commands that create batches', () => {
  const cli = commandFixture({ crawl, sitemap })
  const accepted = { 'POST /batches': [json(202, statusBody({ accepted: 2, waiting: 2 }))] }

  it('send the manners of the batch beside the operation', async () => {
    const args = ['--delay-ms', '500', '--concurrency', '2']
    await cli.run(accepted, ['crawl', 'https://example.com/', ...args])
    await cli.run(accepted, ['sitemap', 'https://example.com/sitemap.xml', ...args])
    for (const { body } of cli.service.requests)
      expect(JSON.parse(body)).to.deep.include({ delay_ms: 500, concurrency: 2, parameters: {} })
  })

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
    const { code, stdout } = await cli.run(accepted, [
      ...[...args, '--max-depth=2', '--max-minutes', '5', '--include', '*/a/*', '--include', '*/b/*'],
      ...['--exclude', '*.pdf', '--operation', 'seo-audit', '--device', 'desktop'],
    ])
    expect([code, stdout]).to.deep.equal([0, 'b1\n'])
    expect(JSON.parse(cli.service.requests[0]?.body ?? '')).to.deep.equal({
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
    await cli.run(accepted, ['crawl', 'https://example.com/'])
    expect(JSON.parse(cli.service.requests[0]?.body ?? '')).to.deep.equal({
      ...{ parameters: {}, urls: ['https://example.com/'], crawl: {} },
    })
  })

  it('sitemap submits the pages of a sitemap', async () => {
    await cli.run(accepted, ['sitemap', 'https://example.com/sitemap.xml', '--fields', 'basic'])
    expect(cli.service.requests[0]).to.include({ method: 'POST', path: '/batches' })
    expect(cli.service.requests[0]?.headers).to.include({ 'content-type': 'application/json' })
    expect(JSON.parse(cli.service.requests[0]?.body ?? '')).to.deep.equal({
      ...{ parameters: { fields: 'basic' }, sitemaps: ['https://example.com/sitemap.xml'] },
    })
  })

  describe('--report', () => {
    const report =
      (complete: boolean): Responder =>
      (response, { headers }) =>
        headers.accept === 'application/json'
          ? json(200, { complete })(response)
          : response.end(`as ${headers.accept}\n`)
    const answers = (...completes: boolean[]) => ({
      ...accepted,
      'GET /batches/b1': [json(200, statusBody({ state: 'finished', accepted: 2, done: 2 }))],
      'GET /batches/b1/report': completes.map(report),
    })
    const args = ['crawl', 'https://example.com/', '--report']

    it('writes the report when the crawl has ended and its site has been checked', async () => {
      const { code, stdout, stderr } = await cli.run(answers(false, false, true), [
        ...args,
        'site.html',
        '--wait',
      ])
      expect([code, stdout]).to.deep.equal([0, 'b1\n'])
      expect(await readFile(join(cli.box.folder, 'site.html'), 'utf8')).to.equal('as text/html\n')
      expect(stderr).to.include('Checking sitemaps').and.include(join(cli.box.folder, 'site.html'))
      expect(cli.pauses).to.have.length(2)
    })

    it('writes what there is when the check takes too long', async () => {
      const { code } = await cli.run(answers(false), [...args, 'site.md', '--wait'])
      expect(code).to.equal(0)
      expect(await readFile(join(cli.box.folder, 'site.md'), 'utf8')).to.equal('as text/markdown\n')
    })

    it('is not sent to the service, and needs --wait', async () => {
      const { code, stderr } = await cli.run(accepted, [...args, 'site.html'])
      expect([code, stderr]).to.deep.equal([1, '--report needs --wait\n'])
      expect(cli.service.requests).to.deep.equal([])
      await cli.run(answers(true), [...args, 'site.json', '--wait'])
      expect(JSON.parse(cli.service.requests[0]?.body ?? '')).to.deep.equal({
        ...{ parameters: {}, urls: ['https://example.com/'], crawl: {} },
      })
      expect(JSON.parse(await readFile(join(cli.box.folder, 'site.json'), 'utf8'))).to.deep.equal({
        complete: true,
      })
    })

    it('fails with the file, after the id was printed', async () => {
      const { code, stdout, stderr } = await cli.run(answers(true), [...args, 'no/such/a.html', '--wait'])
      expect([code, stdout]).to.deep.equal([1, 'b1\n'])
      expect(stderr).to.include('Cannot write to')
    })
  })
})
