import { metaViewport } from '#stages/score/audit/rules/accessibility/meta/meta-viewport.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(metaViewport, {
  passes: [
    {
      name: 'ACT b4f0c3 passed: user-scalable=yes',
      page: '<meta name="viewport" content="user-scalable=yes">',
    },
    {
      name: 'ACT b4f0c3 passed: up to six times',
      page: '<meta name="viewport" content="maximum-scale=6.0">',
    },
    {
      name: 'ACT b4f0c3 passed: no limit',
      page: '<meta name="viewport" content="width=device-width, initial-scale=1">',
    },
    {
      name: 'ACT b4f0c3 passed: CSS Viewport: negative scales are dropped',
      page: '<meta name="viewport" content="maximum-scale=-1">',
    },
    { name: 'twice is enough', page: '<meta name="Viewport" content="maximum-scale=2">' },
  ],
  fails: [
    {
      name: 'ACT b4f0c3 failed: user-scalable=no',
      page: '<meta name="viewport" content="width=device-width, user-scalable=no">',
      message: 'blocked',
      evidence: 'html > head > meta',
      says: 'user-scalable=no',
    },
    {
      name: 'ACT b4f0c3 failed: a scale of 1.5',
      page: '<meta name="viewport" content="user-scalable=yes, initial-scale=0.8, maximum-scale=1.5">',
      message: 'blocked',
      evidence: 'html > head > meta',
      says: 'maximum-scale=1.5',
    },
    {
      name: 'ACT b4f0c3 failed: yes as a scale is 1',
      page: '<meta name="viewport" content="maximum-scale=yes">',
      message: 'blocked',
      evidence: 'html > head > meta',
    },
    {
      name: 'ACT b4f0c3 failed: between -1 and 1',
      page: '<meta name="viewport" content="user-scalable=0.5">',
      message: 'blocked',
      evidence: 'html > head > meta',
    },
    {
      name: 'semicolons and spaces',
      page: '<meta name="viewport" content="width=device-width; maximum-scale = 1.0; user-scalable=0">',
      message: 'blocked',
      evidence: 'html > head > meta',
    },
    {
      name: 'CSS Viewport 3.2: settings that white space separates',
      page: '<meta name="viewport" content="width=device-width user-scalable=no">',
      message: 'blocked',
      evidence: 'html > head > meta',
      says: 'user-scalable=no',
    },
  ],
  notApplicable: [
    { name: 'ACT b4f0c3 inapplicable: without content', page: '<meta name="viewport">' },
    { name: 'ACT b4f0c3 inapplicable: none', page: '<meta name="description" content="maximum-scale=1">' },
  ],
})
