import { contentHiddenText } from '#stages/score/audit/rules/content/text/content-hidden-text.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const long = 'word '.repeat(101)

ruleTester(contentHiddenText, {
  passes: [{ name: 'a short one', page: '<p style="display:none">A few words</p>' }],
  fails: [
    {
      name: 'Google: text off the screen',
      page: `<div style="position:absolute;left:-9999px">${long}</div>`,
      message: 'hidden',
      evidence: 'html > body > div',
      affected: 1,
      total: 1,
    },
    {
      name: 'Google: text of size 0',
      page: `<div style="font-size: 0">${long}</div>`,
      message: 'hidden',
      evidence: 'html > body > div',
    },
    {
      name: 'the outermost of two',
      page: `<section style="display: none"><div style="display:none">${long}</div></section>`,
      message: 'hidden',
      affected: 1,
      total: 1,
      evidence: 'html > body > section',
    },
  ],
  notApplicable: [
    { name: 'nothing is hidden', page: `<p style="color:red;font-size:0.9em;opacity:0.5">${long}` },
    { name: 'Google: an accordion', page: `<div class="accordion-body" style="display:none">${long}</div>` },
    {
      name: 'a control shows it',
      page: `<button aria-controls="a">More</button><div id="a" style="display:none">${long}</div>`,
    },
    { name: 'the panel of a tab', page: `<div role="tabpanel" style="display:none">${long}</div>` },
    {
      name: 'hidden from screen readers as well until a script opens it',
      page: `<div aria-hidden="true"><div style="display:none">${long}</div></div>`,
    },
    { name: 'it is in a menu', page: `<nav><div style="display:none">${long}</div></nav>` },
  ],
})
