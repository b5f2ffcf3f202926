import { expect } from 'chai'
import { auditFacts } from '#test/support/audit/audit-page.ts'

/** The ids of the elements that are not hidden, and of those that assistive technology is told of. */
function seen(html: string): { shown: string; exposed: string } {
  const { document } = auditFacts({ html })
  const elements = document.withAttribute('id')
  const ids = (list: typeof elements) => list.map(({ attribs }) => attribs.id).join(' ')
  return {
    shown: ids(elements.filter((element) => !document.isHidden(element))),
    exposed: ids(elements.filter((element) => document.isExposed(element))),
  }
}

describe('elements that assistive technology is not told of', () => {
  // HTML Standard, 6.3.4: inert elements are shown and left out of the accessibility tree.
  it('are those of an inert element', () =>
    expect(seen('<div inert><b id=a></b></div><b id=b></b>')).to.deep.equal({ shown: 'a b', exposed: 'b' }))
})

describe('elements that are never shown', () => {
  for (const [what, html] of [
    ['the attribute hidden', '<b id=a hidden></b>'],
    ['a hidden ancestor', '<p hidden><i><b id=a></b></i></p>'],
    ['display: none', '<b id=a style="color:red; Display : NONE"></b>'],
    ['visibility: hidden', '<b id=a style="visibility:hidden"></b>'],
    ['a hidden input', '<input id=a type=" Hidden ">'],
    ['a closed dialog', '<dialog><b id=a></b></dialog>'],
    ['closed details', '<details><summary>s</summary><b id=a></b></details>'],
    ['an element without text for readers', '<script id=a></script>'],
  ] as const) {
    it(`are those with ${what}`, () => expect(seen(html)).to.deep.equal({ shown: '', exposed: '' }))
  }

  it('are not those of open dialogs and details, and not summaries', () => {
    const html =
      '<dialog open id=a></dialog><details open><b id=b></b></details><details><summary id=c></details>'
    expect(seen(html).shown).to.equal('a b c')
  })
  it('are not those with similar styles', () => {
    expect(
      seen('<b id=a style="my-display:none"></b><b id=b style="display:none-such"></b>').shown,
    ).to.include('a')
  })
})

describe('elements that assistive technology is told of', () => {
  it('are shown, and not within aria-hidden', () => {
    expect(seen('<p aria-hidden=" TRUE "><b id=a></b></p><b id=b aria-hidden=false></b>')).to.deep.equal({
      shown: 'a b',
      exposed: 'b',
    })
  })
})
