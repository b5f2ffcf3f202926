import { expect } from 'chai'
import {
  exposedFrames,
  exposedMains,
  exposedOfRole,
  exposedWithRole,
} from '#stages/score/audit/derived/aria/exposed.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const documentOf = (html: string) => auditFacts({ html }).document
const ids = (elements: readonly { attribs: Record<string, string> }[]) =>
  elements.map(({ attribs }) => attribs.id)

describe('what assistive technology is told of', () => {
  it('are elements with a role, role by role, that are neither hidden nor aria-hidden', () => {
    const document = documentOf(`<p id=a role=note></p><p id=b role=img></p><p id=c role=note></p>
      <p id=d role=note hidden></p><div aria-hidden=true><p id=e role=note></p></div>`)
    expect(ids(exposedWithRole(document, 'img', 'note'))).to.deep.equal(['b', 'a', 'c'])
    expect(exposedWithRole(document, 'button')).to.deep.equal([])
  })

  it('are elements of a role by element or by attribute', () => {
    const document = documentOf(`<button id=a></button><p id=b role=button></p><a id=c href=/ role=button></a>
      <button id=d role=tab></button><button id=e hidden></button><button id=f role="none foo"></button><input id=g type=image>`)
    expect(ids(exposedOfRole(document, 'tab', 'button'))).to.deep.equal(['d', 'a', 'b', 'c', 'f', 'g'])
  })

  it('are frames that people can reach', () => {
    const document = documentOf(`<iframe id=a src=/a></iframe><iframe id=b src=/b width=1 height=1px></iframe>
      <iframe id=c src=/c width=1></iframe><iframe id=d src=/d tabindex=-1></iframe><iframe id=e src=/e hidden></iframe>`)
    expect(ids(exposedFrames(document))).to.deep.equal(['a', 'c'])
  })

  it('are main landmarks by element and by role', () => {
    const document = documentOf(
      '<main id=a>A</main><main id=b hidden>B</main><div id=c role=main>C</div><main id=d role=presentation></main>',
    )
    expect(ids(exposedMains(document))).to.deep.equal(['a', 'c'])
  })
})
