import { workerService } from '#test/support/service/worker-service.ts'
import { eventFailuresContract } from './event-failures.ts'
import { eventRequestsContract } from './event-requests.ts'
import { eventSizesContract } from './event-sizes.ts'
import { slowPageContract } from './slow-page.ts'

eventRequestsContract('embedded', workerService)
eventFailuresContract('embedded', workerService)
eventSizesContract('embedded', workerService)
slowPageContract('embedded', workerService)
