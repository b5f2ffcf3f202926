import { eventFailuresContract } from './event-failures.ts'
import { eventRequestsContract } from './event-requests.ts'
import { eventSizesContract } from './event-sizes.ts'
import { openEmbeddedService } from './service-fixture.ts'

eventRequestsContract('embedded', openEmbeddedService)
eventFailuresContract('embedded', openEmbeddedService)
eventSizesContract('embedded', openEmbeddedService)
