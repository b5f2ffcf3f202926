import { expect } from 'chai'
import type { Element } from 'domhandler'
import { namesImplying } from '#stages/score/audit/derived/aria/implicit-roles.ts'
import { roleOf } from '#stages/score/audit/derived/aria/role.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const types = 'button checkbox email image number radio range reset search submit tel text url'.split(' ')

/** Elements in each state on which HTML Accessibility API Mappings 1.0, section 3.5, makes their role depend. */
const states = [
  '<a href=/>a</a>',
  '<map><area href=/></map>',
  '<aside>a</aside>',
  '<footer>a</footer>',
  '<form aria-label=a></form>',
  '<header>a</header>',
  '<img alt=a src=/a>',
  ...types.flatMap((type) => [`<input type=${type}>`, `<input type=${type} list=l>`]),
  '<section aria-label=a>a</section>',
  '<select></select>',
  '<select multiple></select>',
  '<select size=3></select>',
  '<table><tr><td>a</td><th>a</th><th scope=row>a</th></tr></table>',
  '<table role=grid><tr><td>a</td></tr></table>',
  '<button>a</button>',
  '<main>a</main>',
  '<h2>a</h2>',
]

describe('names that imply a role', () => {
  it('are those of all elements that get it without a role attribute (HTML-AAM 1.0, 3.5)', () => {
    for (const state of states) {
      const { document } = auditFacts({ html: `<body>${state}<datalist id=l></datalist>` })
      for (const element of document.all.filter(({ attribs }) => attribs.role === undefined))
        expectImplied(element, roleOf(document, element))
    }
  })

  it('are none for a role that no element implies (HTML-AAM 1.0, 3.5)', () => {
    expect(namesImplying('tab')).to.deep.equal([])
  })
})

function expectImplied({ name }: Element, role: string | null): void {
  if (role !== null) expect(namesImplying(role), role).to.include(name)
}
