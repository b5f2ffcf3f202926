import { documentNoStore } from '#stages/score/performance/tips/document-no-store.ts'
import { page } from '#test/support/performance/lab-measurement.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

tipTester(documentNoStore, {
  given: { requests: [{ ...page, headers: { 'cache-control': 'private, no-store' } }] },
  says: ['no-store', 'Back button'],
  gains: {},
  nearMiss: {},
})
