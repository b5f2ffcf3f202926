import { expect } from 'chai'
import {
  isReferenceNamed,
  namedByContent,
  unsureContent,
} from '#stages/score/audit/derived/names/named-content.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const documentOf = (html: string) => auditFacts({ html }).document
const ids = (elements: Iterable<{ attribs: Record<string, string> }>) =>
  [...elements].flatMap(({ attribs }) => attribs.id ?? []).toSorted()

// Accessible Name and Description Computation 1.2.
describe('content that names', () => {
  it('is text, an alternative, a label, a title or a reference within (2B to 2I)', () => {
    const document = documentOf(`<p id=a><b>x</b></p><p id=b><img alt=x></p><p id=c><i aria-label=x></i></p>
      <p id=d><i title=x></i></p><p id=e><i aria-labelledby=h></i></p><p id=h hidden>x</p><p id=i> </p>`)
    expect(ids(namedByContent(document))).to.deep.equal(['a', 'b', 'c', 'd', 'e'])
  })

  it('is nothing hidden, silent or embedded', () => {
    const document =
      documentOf(`<p id=a><b hidden>x</b></p><p id=b aria-hidden=true>x</p><p id=c><img alt=x role=none></p>
      <p id=d><script>x</script></p><p id=e><select><option>x</select></p><p id=f><i aria-labelledby=no></i></p>`)
    expect(ids(namedByContent(document))).to.deep.equal([])
  })

  it('is that of a target, hidden where the target is hidden; its own references are not followed (2A, 2B)', () => {
    const document =
      documentOf(`<i id=a aria-labelledby=t></i><i id=b aria-labelledby=h></i><i id=c aria-labelledby=p></i>
      <i id=d aria-labelledby=r></i><i id=e aria-labelledby="no v"></i><i id=f aria-labelledby=" "></i>
      <p id=t>x</p><p id=h hidden><b>x</b></p><p id=p><b hidden>x</b></p><p id=r aria-labelledby=t></p><input id=v value=x>`)
    const named = document.byTag('i').filter((element) => isReferenceNamed(document, element))
    expect(ids(named)).to.deep.equal(['a', 'b', 'e'])
  })

  it('may come from custom elements, slots, values of controls and owned elements', () => {
    const document = documentOf(`<p id=a><x-y></x-y></p><p id=b><slot></slot></p><p id=c><input></p>
      <p id=d><i aria-owns=t></i></p><p id=e><input type=hidden><b></b></p>`)
    expect(ids(unsureContent(document))).to.deep.equal(['a', 'b', 'c', 'd'])
  })
})
