import { viewportInvalid } from '#stages/score/audit/rules/metadata/viewport/viewport-invalid.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(viewportInvalid, {
  passes: [
    {
      name: 'the usual one',
      page: '<meta name="viewport" content="width=device-width, initial-scale=1, maximum-scale=5, viewport-fit=cover">',
    },
    {
      name: 'CSS Viewport: semicolons and blanks part properties, too',
      page: '<meta name="viewport" content="width = device-width; initial-scale = 1.; minimum-scale = .5">',
    },
    {
      name: 'zoom that is switched off is reported by meta-viewport',
      page: '<meta name="viewport" content="width=device-width,user-scalable=no">',
    },
    {
      name: 'the same twice',
      page: '<meta name="viewport" content="width=320"><meta name="viewport" content="width=320">',
    },
  ],
  fails: [
    {
      name: 'a property that is unknown',
      page: '<meta name="viewport" content="width=device-width, inital-scale=1">',
      evidence: 'html > head > meta',
      message: 'unknown',
      says: 'inital-scale=1',
    },
    {
      name: 'a value that is unknown',
      page: '<meta name="viewport" content="width=device">',
      evidence: 'html > head > meta',
      message: 'unknown',
      says: 'width=device',
    },
    {
      name: 'two that differ',
      page: '<meta name="viewport" content="width=320"><meta name="viewport" content="width=640">',
      evidence: 'html > head > meta:nth-of-type(1)',
      message: 'several',
    },
    {
      name: 'Lighthouse viewport: neither width nor initial-scale',
      page: '<meta name="viewport" content="maximum-scale=1">',
      evidence: 'html > head > meta',
      message: 'noWidth',
    },
    {
      name: 'empty',
      page: '<meta name="viewport" content="">',
      evidence: 'html > head > meta',
      message: 'noWidth',
    },
    {
      name: 'names that objects have',
      page: '<meta name="viewport" content="width=320, constructor=1">',
      evidence: 'html > head > meta',
      message: 'unknown',
    },
  ],
  notApplicable: [{ name: 'none', page: '<title>A</title>' }],
})
