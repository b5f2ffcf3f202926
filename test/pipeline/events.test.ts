import { eventFailuresContract } from './event-failures.ts'
import { eventRequestsContract } from './event-requests.ts'
import { eventSizesContract } from './event-sizes.ts'
import { embeddedStand } from './stand.ts'

eventRequestsContract('embedded', embeddedStand)
eventFailuresContract('embedded', embeddedStand)
eventSizesContract('embedded', embeddedStand)
