import { validatorsMissing } from '#stages/score/performance/tips/validators-missing.ts'
import { withHeaders } from '#test/support/performance/lab-pages.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

tipTester(validatorsMissing, {
  given: withHeaders({ 'cache-control': 'max-age=600' }),
  says: ['1 file (2 KiB)', 'ETag'],
  gains: { wastedBytes: 2048 },
  nearMiss: withHeaders({ 'cache-control': 'max-age=31536000, immutable' }),
})
