import { expect } from 'chai'
import { Failure } from '#shared/errors.ts'
import { answer } from '#test/site/hostile/pages.ts'
import { file, html, pixel } from '#test/site/lab-resources/pages.ts'
import type { Route } from '#test/support/sites/target-site.ts'
import { measuring } from './measuring.ts'

const words = '<title>Words</title><p>Some words</p>'
const xhtml = `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Words</title></head><body><p>Some words</p></body></html>`
const typedTargets: Readonly<Record<string, Route>> = {
  '/json': file('application/json', '{"some": "words"}'),
  '/led-to-json': html('<script>location.replace("/json")</script>'),
  '/json-error': answer(500, { 'content-type': 'application/json' }, '{}'),
  '/picture': file('image/png', pixel),
  '/drawing': file('image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><text y="9">Words</text></svg>'),
  '/text': file('text/plain; charset=utf-8', 'Some words'),
  '/feed': file('application/rss+xml', '<rss version="2.0"><channel><title>Words</title></channel></rss>'),
  '/xml': file('application/xml', xhtml),
  '/long-type': file(`text/${'x'.repeat(20_000)}`, 'Some words'),
  '/untyped-text': answer(200, {}, 'Some words'),
  '/xhtml': file('application/xhtml+xml', xhtml),
  '/untyped-html': answer(200, {}, `<!doctype html>${words}`),
  '/mistyped-html': file('unknown/unknown', `<!doctype html>${words}`),
}

describe('load of a measured page', () => {
  const { measure, measureAll, failure } = measuring()
  const typed = measuring(typedTargets)

  it('rejects when the target answers with an error status', async () => {
    const failed = await failure('/missing')
    expect(failed).to.be.instanceOf(Failure)
    expect(failed?.code).to.equal('PAGE_LOAD_FAILED')
    expect(failed?.details).to.have.deep.nested.property('[0].path', ['url'])
    expect(failed?.details).to.have.nested.property('[0].received', '404')
  })

  const others = [
    ['/json', 'application/json'],
    ['/led-to-json', 'application/json'],
    ['/picture', 'image/png'],
    ['/drawing', 'image/svg+xml'],
    ['/text', 'text/plain; charset=utf-8'],
    // The browser shows it as plain text.
    ['/feed', 'application/rss+xml'],
    ['/xml', 'application/xml'],
    ['/untyped-text', 'text/plain'],
  ] as const
  for (const [path, type] of others) {
    it(`rejects a target that is not HTML: ${path}`, async () => {
      const failed = await typed.failure(path)
      expect(failed?.code).to.equal('PAGE_LOAD_FAILED')
      expect(failed?.message).to.include(type)
      const problem = { code: 'custom', expected: 'an HTML page', received: type, path: ['url'] }
      expect(failed?.details).to.have.deep.nested.property('[0]', { ...problem, message: failed?.message })
    })
  }

  it('truncates the content type of a target that is not HTML', async () => {
    const failed = await typed.failure('/long-type')
    expect(failed?.message.length).to.be.within(200, 300)
  })

  for (const path of ['/xhtml', '/untyped-html', '/mistyped-html']) {
    it(`measures HTML, however it is declared: ${path}`, async () => {
      const { vitals } = await typed.measure(path)
      expect(vitals.fcp.value).to.be.above(0)
    })
  }

  it('reports the status of an error that is not HTML', async () => {
    const failed = await typed.failure('/json-error')
    expect(failed?.details).to.have.nested.property('[0].received', '500')
  })

  it('reports TIMEOUT in time when the network is never idle', async () => {
    const failed = await failure('/never-idle', { waitUntil: 'networkidle0', timeout: 1500 })
    expect(failed?.code).to.equal('TIMEOUT')
  })

  it('measures a page whose network is never idle when `waitUntil` does not demand that', async () => {
    const { vitals } = await measure('/never-idle', { waitUntil: 'load' })
    expect(vitals.lcp.value).to.be.above(0)
  })

  it('does not wait for an endless image with `domcontentloaded`, in the repeat view neither', async () => {
    const { vitals, requests, missing } = await measureAll('/image-never', {
      waitUntil: 'domcontentloaded',
    })
    expect(vitals.lcp.attribution.target).to.equal('html>body>p')
    expect(vitals.cls.value).to.equal(0)
    expect(missing).to.deep.equal({})
    expect(requests.map(({ secondView }) => secondView)).to.deep.equal(['network', 'network'])
  })

  it('does not wait for an endless image when `waitUntil` does not demand that', async () => {
    const { vitals, isQuiet } = await measure('/image-never', { waitUntil: 'networkidle2' })
    expect(vitals.lcp.attribution.target).to.equal('html>body>p')
    expect(isQuiet).to.equal(true)
  })
})
