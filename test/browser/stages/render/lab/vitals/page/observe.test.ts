import { expect } from 'chai'
import { selectorOf, toEventTiming, toLcp } from '#stages/render/lab/vitals/page/observe.ts'
import { html } from '#test/site/lab-resources/pages.ts'
import { labPages } from '../../lab-pages.ts'

describe('observations in the page', () => {
  const { open } = labPages({
    '/nodes': html(`<main><div class="card wide"><p>One <b>two</b></p></div>
      <section id="1st"><ul><li><i class="a:b">x</i></li></ul></section></main>`),
  })

  it('name a node by a selector: up to the next id, with the first class of each element', async () => {
    const page = await open()
    await page.load('/nodes')
    const selectors = await page.evaluate(`${selectorOf}
      const b = document.querySelector('b')
      const i = document.querySelector('i')
      const all = [b, b.firstChild, i, null].map(selectorOf)
      all.concat(document.querySelector(selectorOf(i)) === i)`)
    expect(selectors).to.deep.equal([
      ...['body>main>div.card>p>b', 'body>main>div.card>p>b'],
      ...[String.raw`#\31 st>ul>li>i.a\:b`, null, true],
    ])
  })

  it('are bounded: five elements, 200 characters', async () => {
    const page = await open()
    await page.load('/nodes')
    const lengths = await page.evaluate(`${selectorOf}
      let deepest = document.body
      for (let depth = 0; depth < 9; depth++) {
        deepest = deepest.appendChild(document.createElement('div'))
        deepest.className = 'x'.repeat(100)
      }
      const long = selectorOf(deepest)
      deepest.className = ''
      for (let at = deepest; at !== document.body; at = at.parentElement) at.className = ''
      ;[long.length, selectorOf(deepest).split('>').length]`)
    expect(lengths).to.deep.equal([200, 5])
  })

  it('keep of an event its times and target', async () => {
    const page = await open()
    await page.load('/nodes')
    const observed = await page.evaluate(`${selectorOf}\n${toEventTiming}
      toEventTiming({ name: 'click', interactionId: 7, startTime: 1, processingStart: 2, processingEnd: 3,
        duration: 8, target: document.querySelector('ul') })`)
    expect(observed).to.deep.equal({
      ...{
        kind: 'event',
        name: 'click',
        interaction: 7,
        at: 1,
        processingAt: 2,
        processedAt: 3,
        duration: 8,
      },
      target: String.raw`#\31 st>ul`,
    })
  })

  it('keep of LCP the parts that it is made of', () => {
    const parts = {
      timeToFirstByte: 100,
      resourceLoadDelay: 20,
      resourceLoadDuration: 30,
      elementRenderDelay: 50,
    }
    expect(toLcp({ value: 200, attribution: { url: 'https://a.example/x.png', ...parts } })).to.deep.equal({
      kind: 'lcp',
      value: 200,
      attribution: {
        ...{ target: null, url: 'https://a.example/x.png', time_to_first_byte_ms: 100 },
        ...{ resource_load_delay_ms: 20, resource_load_ms: 30, render_delay_ms: 50 },
      },
    })
  })
})
