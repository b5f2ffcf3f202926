import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import type { Failure } from '#shared/errors.ts'
import { countPages } from '#stages/render/print/pdf-pages.ts'
import { printDocument } from '#stages/render/print/print-document.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { requireBrowser } from '#test/support/browser/test-tab.ts'
import type { TestTabs } from '#test/support/browser/test-tabs.ts'
import { workerTabs } from '#test/support/browser/worker-tabs.ts'

const LIMITS = { deadlineMs: 60_000, signal: new AbortController().signal }

const documentOf = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body>${body}</body></html>`

/** A text string of a PDF in UTF-16, as Chromium writes one that is not ASCII: ISO 32000-2, section 7.9.2.2. */
const utf16 = (text: string) =>
  `<FEFF${[...text].map((sign) => sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')).join('')}>`

describe('printDocument', function () {
  this.timeout(120_000)
  let tabs: TestTabs
  let server: Server
  let requests = 0

  before(async function () {
    requireBrowser(this)
    tabs = await workerTabs()
    server = createServer((_, response) => {
      requests++
      response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  after(() => void server?.close())

  const print = (html: string) => tabs.useShared((tab) => printDocument(tab, html), LIMITS)

  it('makes a PDF on A4 with the title, the chapters and a page for each', async () => {
    const chapters = ['What to do first', 'Pages', 'Method'].map(
      (name) => `<h2 style="break-before: page">${name}</h2>`,
    )
    const pdf = await print(documentOf('Bericht für Müller', `<h1>Cover</h1>${chapters.join('')}`))
    const text = pdf.toString('latin1')
    expect(text.slice(0, 5)).to.equal('%PDF-')
    expect(countPages(pdf)).to.equal(4)
    expect(text).to.include(`/Title ${utf16('Bericht für Müller')}`)
    for (const name of ['Cover', 'What to do first', 'Pages', 'Method'])
      expect(text).to.include(`/Title (${name})`)
    // 210 x 297 mm in points of 1/72 inch.
    const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(text) ?? []
    expect(Number(width)).to.be.closeTo(595.28, 1)
    expect(Number(height)).to.be.closeTo(841.89, 1)
  })

  it('asks nobody and runs no script, whatever the document says', async () => {
    const { port } = server.address() as AddressInfo
    const site = `http://127.0.0.1:${port}`
    const body = `<h1>Before</h1>
<script>document.title = 'changed'; document.querySelector('h1').textContent = 'After'; fetch('${site}/fetch')</script>
<img src="${site}/image.png" onerror="document.title = 'changed'"><link rel="stylesheet" href="${site}/style.css">
<style>@import '${site}/import.css'; h1 { background: url('${site}/background.png') }</style>
<iframe src="${site}/frame"></iframe><object data="${site}/object"></object><video poster="${site}/poster.png"></video>
<meta http-equiv="refresh" content="0; url=${site}/refresh"><link rel="prefetch" href="${site}/prefetch">
<svg><image href="${site}/svg.png"/><use href="${site}/use.svg#a"/></svg>`
    const text = (await print(documentOf('As it was', body))).toString('latin1')
    expect(requests).to.equal(0)
    expect(text).to.include('/Title (As it was)').and.to.include('/Title (Before)')
  })

  it('shows an image that the document holds', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="2500"><rect width="9" height="2500"/></svg>'
    const image = `<img alt="" src="data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}">`
    expect(countPages(await print(documentOf('Logo', image)))).to.be.greaterThan(1)
  })

  it('refuses a document above 2,000 pages before it prints it', async () => {
    const body = `<div style="height: ${2_100 * 1_123}px">long</div>`
    const { code, message, details } = (await rejectionOf(print(documentOf('Long', body)))) as Failure
    expect({ code, details }).to.deep.equal({ code: 'RESPONSE_TOO_LARGE', details: { limit_pages: 2000 } })
    expect(message).to.match(/at least 2100 pages/)
  })

  it('refuses a document whose breaks make more than 2,000 pages of it', async () => {
    // Of a document above 1 MB no tags are made, which is faster.
    const body = `<!--${' '.repeat(1_000_000)}-->${'<p style="break-after: page">a page</p>'.repeat(2001)}`
    const { code, message } = (await print(documentOf('Breaks', body)).catch((error) => error)) as Failure
    expect(code).to.equal('RESPONSE_TOO_LARGE')
    expect(message).to.include('more than 2000 pages')
  })
})
