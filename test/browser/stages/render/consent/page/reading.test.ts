import { expect } from 'chai'
import { readingScript } from '#stages/render/consent/page/reading.ts'
import { html } from '#test/site/lab-resources/pages.ts'
import { labPages } from '../../lab/lab-pages.ts'

describe('reading of elements', () => {
  const { open } = labPages({
    '/': html(`<div id=root><p>One</p><p hidden>Hidden</p><x-host id=host><template shadowrootmode=open>Two
      <b id=inner>Three</b><style>b { color: red }</style></template></x-host><p style="display: contents" id=plain>Four</p></div>
      <div hidden><p style="display: contents" id=away>Five</p></div>`),
  })

  async function inPage(expression: string): Promise<unknown> {
    const page = await open()
    await page.load('/')
    return page.evaluate(`(() => { ${readingScript.join('\n')}\nreturn ${expression} })()`)
  }

  it('has the visible text, that of open shadow trees too', async () => {
    const words = `textOf(document.getElementById('root')).split(/\\s+/).sort()`
    expect(await inPage(words)).to.deep.equal(['Four', 'One', 'Three', 'Two'])
  })

  it('finds elements and parents across shadow trees', async () => {
    const inner = `deep(document.getElementById('root'), 'b')`
    expect(await inPage(`${inner}.map(({ id }) => id)`)).to.deep.equal(['inner'])
    expect(await inPage(`composedParent(${inner}[0]).id`)).to.equal('host')
  })

  it('takes an element without a box for shown where what holds it is', async () => {
    const shown = `['plain', 'away'].map((id) => isShown(document.getElementById(id)))`
    expect(await inPage(shown)).to.deep.equal([true, false])
  })
})
