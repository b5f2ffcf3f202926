import { openEmbeddedService } from '#test/support/service/service-fixture.ts'
import { eventFailuresContract } from './event-failures.ts'
import { eventRequestsContract } from './event-requests.ts'
import { eventSizesContract } from './event-sizes.ts'

eventRequestsContract('embedded', openEmbeddedService)
eventFailuresContract('embedded', openEmbeddedService)
eventSizesContract('embedded', openEmbeddedService)
