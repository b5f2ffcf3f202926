import { expect } from 'chai'
import { crawl, sitemap } from '#gateway/cli/batch/commands/create-commands.ts'
import { commandFixture } from '../command-fixture.ts'
import { json, statusBody } from '../fake-service.ts'

describe('commands that create batches', () => {
  const cli = commandFixture({ crawl, sitemap })
  const accepted = { 'POST /batches': [json(202, statusBody({ accepted: 2, waiting: 2 }))] }

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
})
