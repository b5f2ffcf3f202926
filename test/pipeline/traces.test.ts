import { endAllServices } from '#test/tools/service-process.ts'
import { embeddedStand } from './stand.ts'
import { tracesContract } from './traces.ts'

describe('traces', function () {
  this.timeout(60_000)
  after(endAllServices)
  tracesContract('the embedded adapters', 'sqlite', embeddedStand)
})
