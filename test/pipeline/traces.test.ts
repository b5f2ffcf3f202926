import { endAllServices } from '#test/support/service/service-process.ts'
import { openEmbeddedService } from './service-fixture.ts'
import { tracesContract } from './traces.ts'

describe('traces', function () {
  this.timeout(60_000)
  after(endAllServices)
  tracesContract('the embedded adapters', 'sqlite', openEmbeddedService)
})
