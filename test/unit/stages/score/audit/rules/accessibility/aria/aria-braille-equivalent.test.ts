import { ariaBrailleEquivalent } from '#stages/score/audit/rules/accessibility/aria/aria-braille-equivalent.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(ariaBrailleEquivalent, {
  passes: [
    {
      name: 'axe: beside a label',
      page: '<img src="a.png" alt="***" aria-braillelabel="3 stars"><button aria-braillelabel="x">A</button>',
    },
    {
      name: 'axe: beside a description',
      page: '<div role="article" aria-roledescription="slide" aria-brailleroledescription="sld"></div>',
    },
    { name: 'axe: empty', page: '<div aria-braillelabel=""></div>' },
  ],
  fails: [
    {
      name: 'axe: alone',
      page: '<img id="a" src="a.png" alt="" aria-braillelabel="3 stars"><button aria-braillelabel="x">A</button>',
      message: 'alone',
      affected: 1,
      total: 2,
      evidence: '#a',
    },
    {
      name: 'axe: beside an empty description',
      page: '<div role="article" aria-roledescription=" " aria-brailleroledescription="sld"></div>',
      message: 'alone',
      evidence: 'html > body > div',
    },
  ],
  notApplicable: [{ name: 'none', page: '<button aria-label="A"></button>' }],
})
