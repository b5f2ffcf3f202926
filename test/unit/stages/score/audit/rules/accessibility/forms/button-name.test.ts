import { buttonName } from '#stages/score/audit/rules/accessibility/forms/button-name.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(buttonName, {
  passes: [
    {
      name: 'WAI-ARIA 1.2, 8.1.1: presentational, since it is disabled',
      page: '<button role="none" disabled></button>',
    },
    { name: 'ACT 97a4e1 passed: text', page: '<button>My button</button>' },
    { name: 'ACT 97a4e1 passed: aria-label', page: '<button aria-label="Search"></button>' },
    { name: 'ACT 97a4e1 passed: an image', page: '<button><img src="a.png" alt="Search"></button>' },
    { name: 'a label', page: '<label for="a">Search</label><button id="a"></button>' },
    {
      name: 'one fault costs once: image-alt reports it for the image',
      page: '<button><img src="a.png"></button>',
    },
  ],
  fails: [
    {
      name: 'WAI-ARIA 1.2, 8.1.1: a focusable button is no presentation',
      page: '<button role="none"></button>',
      message: 'missing',
      evidence: 'html > body > button',
    },
    {
      name: 'WAI-ARIA 1.2, tab: no rule on its role asks',
      page: '<button role="tab"></button>',
      message: 'missing',
      evidence: 'html > body > button',
    },
    {
      name: 'HTML Accessibility API Mappings 1.0: the title of a decorative image is not read',
      page: '<button><img src="a.png" alt="" title="Search"></button>',
      message: 'missing',
      evidence: 'html > body > button',
    },
    {
      name: 'ACT 97a4e1 failed: no content',
      page: '<button id="a"></button>',
      message: 'missing',
      affected: 1,
      total: 1,
      evidence: '#a',
    },
    {
      name: 'ACT 97a4e1 failed: a value is no name',
      page: '<button type="button" value="read more"></button>',
      message: 'missing',
      evidence: 'html > body > button',
    },
    {
      name: 'an icon by style sheet beside a named one',
      page: '<button><i class="icon"></i></button><button>Go</button>',
      message: 'missing',
      evidence: 'html > body > button:nth-of-type(1)',
      affected: 1,
      total: 2,
    },
    {
      name: 'a drawing without a title',
      page: '<button><svg><path d="M0 0"></path></svg></button>',
      message: 'missing',
      evidence: 'html > body > button',
    },
  ],
  notApplicable: [
    {
      name: 'ACT 97a4e1: no button by its role',
      page: '<button role="link"></button><button role="checkbox"></button>',
    },
    {
      name: 'axe: a role that needs no name, on what nobody can operate',
      page: '<button role="gridcell" disabled></button>',
    },
    { name: 'ACT 97a4e1 inapplicable: links', page: '<a href="/">Home</a>' },
    { name: 'hidden', page: '<button hidden></button>' },
  ],
  notDecidable: [
    { name: 'a control in it has a value', page: '<button><input></button>' },
    { name: 'aria-owns moves content into it', page: '<button aria-owns="t"></button><b id="t">A</b>' },
    { name: 'a slot may bring text', page: '<button><slot></slot></button>', reason: 'scripted_content' },
  ],
})
