import { imageRedundantAlt } from '#stages/score/audit/rules/accessibility/images/image-redundant-alt.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(imageRedundantAlt, {
  passes: [
    { name: 'axe: another text', page: '<a href="/"><img src="a.png" alt="Logo"> Home</a>' },
    { name: 'a longer text', page: '<p><img src="a.png" alt="Home">Home of cats</p>' },
    { name: 'no text beside it', page: '<a href="/"><img src="a.png" alt="Home"></a>' },
    { name: 'text outside of the link', page: '<a href="/"><img src="a.png" alt="Home"></a> Home' },
  ],
  fails: [
    {
      name: 'the name by aria-label',
      page: '<p><img src="a.png" aria-label="Sale">Sale</p>',
      message: 'repeated',
      evidence: 'html > body > p > img',
    },
    {
      name: 'axe: the same text in a link',
      page: '<a href="/"><img id="a" src="a.png" alt="Home"> Home</a>',
      message: 'repeated',
      affected: 1,
      total: 1,
      evidence: '#a',
    },
    {
      name: 'white space of the source does not count',
      page: '<a href="/">                          <img src="a.png" alt="Hi">          <span>Hi</span></a>',
      message: 'repeated',
      evidence: 'html > body > a > img',
    },
    {
      name: 'axe: in a button, letters of another case',
      page: '<button><img src="a.png" alt="send">  SEND </button>',
      message: 'repeated',
      evidence: 'html > body > button > img',
    },
    {
      name: 'axe: in a list item',
      page: '<ul><li><img src="a.png" alt="One"><b>One</b></li><li><img src="b.png" alt="2">Two</li></ul>',
      message: 'repeated',
      evidence: 'html > body > ul > li:nth-of-type(1) > img',
      affected: 1,
      total: 2,
    },
  ],
  notApplicable: [
    { name: 'decoration by its role', page: '<p><img src="a.png" alt="Sale" role="none">Sale</p>' },
    { name: 'no images', page: '<p>Text</p>' },
    { name: 'decoration', page: '<img src="a.png" alt="">' },
  ],
})
