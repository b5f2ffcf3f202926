import { expect } from 'chai'
import type { LabRequest } from '#shared/messages/payloads/measurement.ts'
import { html, script } from '#test/site/lab-resources/pages.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'
import { advising } from './advising.ts'

const BYTES = 60_000
const code = `/*${'x'.repeat(BYTES - 4)}*/`
/** A script that loads another one of its own site. */
const loading = (path: string) =>
  `document.head.append(Object.assign(document.createElement('script'), { src: new URL('${path}', document.currentScript.src) }))`

describe('tip third-party-cache', () => {
  let third: TargetSite
  const src = (path: string) => `<script src="${third.url(path, 1)}"></script>`
  const foreign = (path: string) => html(`<p>Text</p>${src(path)}`)
  const { advise } = advising({
    '/kept-not': (...exchange) => foreign('/not.js')(...exchange),
    '/kept-for-an-hour': (...exchange) => foreign('/hour.js')(...exchange),
    '/chained': (...exchange) => foreign('/loader.js')(...exchange),
    '/kept-for-a-month-or-small-or-own': (...exchange) =>
      html(`<p>Text</p>${src('/month.js')}${src('/small.js')}<script src=/own.js></script>`)(...exchange),
    '/own.js': script(code),
  })
  before(async () => {
    third = await openSite({
      hosts: 2,
      routes: {
        '/not.js': script(code),
        '/hour.js': script(code, { 'cache-control': 'max-age=3600' }),
        '/month.js': script(code, { 'cache-control': 'max-age=2592000' }),
        '/small.js': script('1'),
        '/loader.js': script(loading('/second.js'), { 'cache-control': 'max-age=3600' }),
        '/second.js': script(`${loading('/third.js')};${code}`, { 'cache-control': 'max-age=3600' }),
        '/third.js': script(code, { 'cache-control': 'max-age=3600' }),
      },
    })
  })
  after(() => third?.close())

  const scriptOf = (requests: readonly LabRequest[]) => requests.find(({ kind }) => kind === 'javascript')

  it('is given for what a second view transfers again', async () => {
    const { tips, measurement } = await advise('/kept-not')
    expect(scriptOf(measurement.requests)?.secondView).to.equal('network')
    expect(tips['third-party-cache']).to.match(/^1 file of other sites/)
    const [, said] = /([\d.]+) KiB even in a second view/.exec(tips['third-party-cache'] ?? '') ?? []
    expect(Number(said) * 1024).to.be.within(BYTES, BYTES + 1000)
    expect(third.hits('/not.js')).to.equal(2)
  })

  it('expects a share of what is kept for an hour', async () => {
    const { tips } = await advise('/kept-for-an-hour')
    const [, said] = /about ([\d.]+) KiB/.exec(tips['third-party-cache'] ?? '') ?? []
    // Two of ten later visits come within the hour.
    expect(Number(said) * 1024).to.be.within(0.8 * BYTES, 0.8 * BYTES + 1000)
  })

  it('names the script that loads further ones', async () => {
    const { tips } = await advise('/chained')
    expect(tips['third-party-cache']).to.match(
      /loader\.js loads 2 further scripts of other sites \(11\d\.?\d* KiB\), up to 3 one after the other/,
    )
  })

  it('is not given for files that are kept for a month, small ones, and those of the site itself', async () => {
    const { tips } = await advise('/kept-for-a-month-or-small-or-own')
    expect(tips).not.to.have.property('third-party-cache')
    expect(third.hits('/month.js')).to.equal(1)
  })
})
