import { expect } from 'chai'
import { inPage } from '#stages/render/lab/interaction/interact.ts'
import { findInteractive } from '#stages/render/lab/interaction/page/find-interactive.ts'
import { listRefused } from '#stages/render/lab/interaction/page/list-refused.ts'
import { wording } from '#stages/render/lab/interaction/wording.data.ts'
import { html } from '#test/site/lab-resources/pages.ts'
import { labPages } from '../../lab-pages.ts'

const functions = [
  ...inPage,
  findInteractive,
  listRefused,
  `const wording = ${JSON.stringify(wording)}`,
].join('\n')

describe('elements to interact with', () => {
  const { open } = labPages({
    '/buttons': html(`
      <button id=plain type=button>Show more</button>
      <button id=outside>Details</button>
      <form action=/elsewhere><button id=implicit>Details</button><button id=inside type=button>Hint</button></form>
      <button id=buy type=button>Buy now</button>
      <button id=labelled type=button aria-label="Delete all">x</button>
      <button id=disabled type=button disabled>Show</button>
      <button id=dialog type=button aria-haspopup=dialog>Show</button>
      <a href=/elsewhere><span id=link role=button>Show</span></a>
      <a id=anchor href="#part">Part</a>
      <div contenteditable><b id=editable role=button>Show</b></div>`),
    '/order': html(`<p style="height: 3000px">x</p><details><summary id=below>More</summary></details>
      <div style="position: fixed; top: 0"><button id=covered type=button style="width: 90px; height: 30px">A</button></div>
      <div style="position: fixed; top: 0; width: 200px; height: 50px; background: red"></div>
      <div style="position: fixed; top: 100px"><button id=tab role=tab type=button>B</button></div>`),
  })

  it('are those whose activation sends, buys, deletes and opens nothing', async () => {
    const page = await open()
    await page.load('/buttons')
    const safe = await page.evaluate(`${functions}
      ;[...document.querySelectorAll('[id]')].filter((one) => isOperable(one, { group: 'usual', wording })).map(({ id }) => id)`)
    expect(safe).to.deep.equal(['plain', 'outside', 'inside', 'anchor'])
  })

  it('come from the viewport first, uncovered, then by scrolling, and each once', async () => {
    const page = await open()
    await page.load('/order')
    const found = await page.evaluate(`${functions}
      ;[1, 2, 3].map(() => findInteractive({ group: 'usual', wording })?.selector ?? null)`)
    expect(found).to.deep.equal(['#tab', '#below', null])
  })
})
