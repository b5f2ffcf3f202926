import { forcedReflow } from '#stages/score/performance/tips/forced-reflow.ts'
import { FOREIGN_SCRIPT, OWN_SCRIPT } from '#test/support/performance/lab-pages.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

tipTester(forcedReflow, {
  given: {
    forcedReflows: [
      { url: OWN_SCRIPT, ms: 400.4, count: 20 },
      { url: FOREIGN_SCRIPT, ms: 100, count: 2 },
    ],
  },
  says: ['22 times', 'for 500 ms', 'shop.example.com/app.js for 400 ms', 'Saves up to 500 ms'],
  gains: {},
  nearMiss: { forcedReflows: [] },
})

tipTester(forcedReflow, {
  given: { forcedReflows: [{ url: null, ms: 31, count: 1 }] },
  says: ['1 time for', 'a script without a URL'],
  gains: {},
  // Of a version that did not measure it.
  nearMiss: {},
})
