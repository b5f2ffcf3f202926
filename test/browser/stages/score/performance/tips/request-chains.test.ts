import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { file, html } from '#test/site/lab-resources/pages.ts'
import type { Route } from '#test/support/sites/target-site.ts'
import { advising } from './advising.ts'

/** Milliseconds that each style sheet takes. */
const TAKES_MS = 400
const style =
  (text: string): Route =>
  async (request, response) => {
    await delay(TAKES_MS)
    await file('text/css', text)(request, response)
  }
const slowScript =
  (text: string): Route =>
  async (request, response) => {
    await delay(TAKES_MS)
    await file('text/javascript', text)(request, response)
  }
const sheets = (...names: string[]) => names.map((name) => `<link rel=stylesheet href=/${name}.css>`).join('')
/** The text is in the document: the style sheets alone hold it back. */
const text = '<p>Some text of the page</p>'

describe('tip request-chains', () => {
  const { advise, doesWithout } = advising({
    '/chained': html(`${sheets('first')}${text}`),
    '/first.css': style('@import "/second.css";'),
    '/second.css': style('@import "/third.css";'),
    '/third.css': style('p { color: red }'),
    '/beside': html(`${sheets('third', 'fourth', 'fonts')}<script async src=/injects.js></script>${text}`),
    '/fourth.css': style('p { color: blue }'),
    '/named': html(
      `<link rel=preload as=style href=/second.css><link rel=preload as=style href=/third.css>${sheets('first')}${text}`,
    ),
    '/fonts.css': style('@font-face { font-family: x; src: url(/x.woff2) } p { font-family: x }'),
    '/modules': html(`<script type=module src=/one.js></script>${text}`),
    '/one.js': slowScript('import "/two.js"'),
    '/two.js': slowScript('1'),
    '/injects.js': slowScript(
      'document.head.append(Object.assign(document.createElement("script"), { src: "/two.js" }))',
    ),
  })
  it('is given for style sheets that import one another, and says what naming them saves', async () => {
    const chained = await advise('/chained')
    const message = chained.tips['request-chains'] ?? ''
    expect(message).to.include('3 critical requests in chains, up to 3 of them one after the other')
    expect(message).to.match(/first\.css → \S+second\.css → \S+third\.css/)
    const said = Number(/first paint up to ([\d,]+) ms/.exec(message)?.[1]?.replace(',', ''))
    expect(said).to.be.within(1.5 * TAKES_MS, Number(chained.measurement.vitals.fcp.value))
  })

  it('is not given where the document names them ahead', () => doesWithout('/named', 'request-chains'))

  it('is given for modules that import one another, without a promise about the paint', async () => {
    const { tips } = await advise('/modules')
    expect(tips['request-chains']).to.match(/one\.js → \S+two\.js/)
    expect(tips['request-chains']).to.include('what depends on it starts earlier')
  })

  it('is not given for style sheets of the document, their fonts, and scripts that nothing waits for', () =>
    doesWithout('/beside', 'request-chains'))
})
