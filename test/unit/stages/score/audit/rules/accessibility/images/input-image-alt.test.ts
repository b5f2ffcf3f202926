import { inputImageAlt } from '#stages/score/audit/rules/accessibility/images/input-image-alt.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(inputImageAlt, {
  passes: [
    { name: 'ACT 59796f passed: a text in alt', page: '<input type="image" src="/search.svg" alt="Search">' },
    {
      name: 'ACT 59796f passed: aria-label',
      page: '<input type="image" src="/search.svg" aria-label="Search">',
    },
    { name: 'ACT 59796f passed: title', page: '<input type="IMAGE" src="/search.svg" title="Search">' },
    {
      name: 'ACT 59796f passed: aria-labelledby',
      page: '<input type="image" src="/search.svg" aria-labelledby="id1"><div id="id1">Search</div>',
    },
    { name: 'a label names it too', page: '<label>Search <input type="image" src="/search.svg"></label>' },
  ],
  fails: [
    {
      name: 'ACT 59796f: the default name of the element',
      page: '<input type="image" src="a.png" alt=" Submit query ">',
      message: 'missing',
      evidence: 'html > body > input',
    },
    {
      name: `ACT 59796f failed: a button cannot be decoration`,
      page: '<input type="image" src="/search.svg" alt="">',
      message: 'missing',
      evidence: 'html > body > input',
    },
    {
      name: 'ACT 59796f failed: no name',
      page: '<input id="go" type="image" name="search" src="/search.svg">',
      message: 'missing',
      affected: 1,
      total: 1,
      evidence: '#go',
    },
    {
      name: 'ACT 59796f failed: the reference leads to nothing',
      page: '<input type="image" src="/search.svg" aria-labelledby="id1">',
      message: 'missing',
      evidence: 'html > body > input',
    },
  ],
  notApplicable: [
    { name: 'other inputs', page: '<input type="submit"><input>' },
    {
      name: 'ACT 59796f inapplicable: hidden',
      page: '<input type="image" style="display:none" src="/search.svg">',
    },
  ],
})
