import { openEmbeddedService } from '#test/support/service/service-fixture.ts'
import { endAllServices } from '#test/support/service/service-process.ts'
import { tracesContract } from './traces.ts'

describe('traces', function () {
  this.timeout(60_000)
  after(endAllServices)
  tracesContract('the embedded adapters', 'sqlite', openEmbeddedService)
})
