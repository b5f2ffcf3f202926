import { expect } from 'chai'
import {
  evaluateNames,
  exposedImages,
  holdersOfNamelessImages,
  isDecoration,
  isDecorative,
  isNamelessImage,
  isWithinNameless,
} from '#stages/score/audit/derived/names/nameless.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const documentOf = (html: string) => auditFacts({ html }).document

describe('widgets without a name', () => {
  it('do not exist on a page without widgets', () => {
    expect(evaluateNames(documentOf('<p>A'), 'button').kind).to.equal('not_applicable')
  })

  it('have neither content nor a name by their author', () => {
    const html = '<div role=button></div><div role=button>A</div><div role=button aria-label=B></div>'
    expect(evaluateNames(documentOf(html), 'button')).to.deep.include({ extent: { affected: 1, total: 3 } })
  })

  // WAI-ARIA 1.2, 5.4: textbox and the like are named by their author alone.
  it('may have content, where content is their value', () => {
    const html = '<div role=textbox>written</div><div role=textbox aria-label=Name></div>'
    expect(evaluateNames(documentOf(html), 'textbox')).to.deep.include({
      kind: 'fail',
      extent: { affected: 1, total: 2 },
    })
  })

  it('hold drawings, which then are not what lacks a name', () => {
    const document = documentOf('<a href=/><b></b></a><a href=/>A <i></i></a><u></u>')
    const within = document.byTag('b', 'i', 'u').map((element) => isWithinNameless(document, element))
    expect(within).to.deep.equal([true, false, false])
  })
})

describe('images without a text alternative', () => {
  const document = documentOf(`<img id=none src=a><img id=empty src=b alt=""><img id=blank src=c alt=" ">
    <img id=text src=d alt=D><img id=label src=e aria-label=E><img id=role src=f role=none>
    <img id=focus src=g role=none tabindex=0><img id=hidden src=h hidden><img id=focused src=i alt="" tabindex=0>
    <img id=shown src=j alt="" role=img><img id=other src=k role=separator>`)
  const by = (isSo: (image: (typeof images)[number]) => boolean) =>
    images.filter(isSo).map(({ attribs }) => attribs.id)
  const images = exposedImages(document)

  it('are exposed, and no other thing that needs no name', () =>
    expect(by(() => true)).not.to.include.members(['hidden', 'other']))

  // WAI-ARIA 1.2, 8.1.1, and ACT 23a2a8: what people can focus is no decoration.
  it('are no decoration: an empty alt, or a role that takes effect', () => {
    expect(by(isDecoration)).to.deep.equal(['empty', 'focused', 'shown'])
    expect(by((image) => isDecorative(document, image))).to.deep.equal(['empty', 'role'])
  })

  it('have neither alt nor ARIA; white space alone is no text', () => {
    expect(by((image) => isNamelessImage(document, image))).to.deep.equal([
      'none',
      'blank',
      'focus',
      'focused',
      'shown',
    ])
  })

  it('are within elements that hold them', () => {
    const holders = holdersOfNamelessImages(
      documentOf('<a href=/><b><img src=a></b></a><p><img src=b alt=B></p>'),
    )
    expect([...holders].map(({ name }) => name)).to.include.members(['a', 'b'])
    expect([...holders].map(({ name }) => name)).not.to.include('p')
  })
})
