import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { nodeFolders } from '#test/support/node-folders.ts'
import { type Sandbox, sandbox } from '#test/support/sandbox.ts'
import type { UsedService } from '#test/support/service/service-fixture.ts'
import { workerService } from '#test/support/service/worker-service.ts'
import { htmlPage, openOwnSite, type TargetSite } from '#test/support/sites/target-site.ts'
import { runBatchCommand } from '#test/unit/gateway/cli/batch/run-batch-command.ts'

/** Runs the report command against the real service. */
describe('report command and service', function () {
  this.timeout(120_000)
  let fixture: UsedService
  let site: TargetSite
  let box: Sandbox
  let linkTo = '/gone'

  const run = (...args: string[]) =>
    runBatchCommand(args, {
      url: fixture.url,
      folder: box.folder,
      env: { ...nodeFolders(), PAGEPROBE_API_KEY: fixture.key },
    })

  before(async () => {
    site = await openOwnSite({
      routes: {
        '/start': (_, response) => htmlPage(response, '/start', `<a href="${linkTo}">on</a>`),
        '/gone': (_, response) => void response.writeHead(404, { 'content-type': 'text/html' }).end('gone'),
        '/sitemap.xml': (_, response) => void response.writeHead(404).end(),
      },
    })
    fixture = await workerService()
    box = await sandbox()
  })
  after(async () => {
    await fixture?.close()
    await site?.close()
    await box?.remove()
  })

  it('crawls a site, and writes its report as a page for people', async () => {
    const { code, stdout, stderr } = await run('crawl', site.url('/start'), '--wait', '--report', 'site.html')
    expect(code, stderr).to.equal(0)
    expect(stdout).to.match(/^[\w-]+\n$/)
    const html = await readFile(join(box.folder, 'site.html'), 'utf8')
    expect(html)
      .to.match(/^<!doctype html>/)
      .and.include('Broken internal links')
    expect(html).to.not.include('Preliminary')
    expect(stderr).to.include('site.html')
  })

  it('writes the report of a batch to stdout, and what has changed since another one', async () => {
    const first = (await run('crawl', site.url('/start'), '--wait')).stdout.trim()
    linkTo = '/next'
    const { stdout: second } = await run('crawl', site.url('/start'), '--wait', '--report', 'second.md')
    const { code, stdout } = await run('report', second.trim(), '--compare', first, '--format', 'json')
    expect(code).to.equal(0)
    const { changes } = JSON.parse(stdout) as { changes: { fixed: unknown[]; pages_gone: unknown[] } }
    expect(changes.fixed).to.deep.include({ id: 'site-broken-link', url: site.url('/gone'), status: 404 })
    expect(changes.pages_gone).to.deep.equal([site.url('/gone')])
    const markdown = await run('report', second.trim(), '--compare', first)
    expect(markdown.stdout).to.include('- Fixed issues: ').and.include('- Pages removed: 1')
  })

  it('says what is wrong', async () => {
    const unknown = await run('report', 'none')
    expect(unknown.code).to.equal(1)
    expect(unknown.stderr).to.include('none')
    const format = await run('report', 'none', '--format', 'docx')
    expect(format.code).to.equal(1)
    expect(format.stderr).to.include('--format must be one of')
    expect((await run('crawl', site.url('/start'), '--report', 'a.html')).stderr).to.include('--wait')
  })
})
