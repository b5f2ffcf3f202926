import { titleVague } from '#stages/score/audit/rules/metadata/title/title-vague.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(titleVague, {
  passes: [{ name: 'Google: descriptive text', page: '<title>Cheese shop in Bern – Home</title>' }],
  fails: [
    {
      name: 'Google: "Home" for a home page',
      page: '<title> HOME </title>',
      message: 'vague',
      evidence: 'html > head > title',
    },
    {
      name: 'Google: "Profile" for a profile',
      page: '<title>Profile</title>',
      message: 'vague',
      evidence: 'html > head > title',
    },
    {
      name: 'an editor wrote it',
      page: '<title>Untitled Document</title>',
      message: 'vague',
      evidence: 'html > head > title',
    },
    {
      name: 'a framework wrote it',
      page: '<title>React App</title>',
      message: 'vague',
      evidence: 'html > head > title',
      says: '"React App"',
    },
    {
      name: 'punctuation does not matter',
      page: '<title>Vite + React + TS</title>',
      message: 'vague',
      evidence: 'html > head > title',
    },
  ],
  notApplicable: [{ name: 'no title', page: '<p>Text' }],
})
