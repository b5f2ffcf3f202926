import { eventFailuresContract } from '#test/e2e/events/event-failures.ts'
import { eventRequestsContract } from '#test/e2e/events/event-requests.ts'
import { eventSizesContract } from '#test/e2e/events/event-sizes.ts'
import { slowPageContract } from '#test/e2e/events/slow-page.ts'
import { workerRealService } from '#test/support/service/worker-service.ts'

describe('events on Kafka, Redis and MinIO', () => {
  const open = workerRealService()
  eventRequestsContract('real services', open)
  eventFailuresContract('real services', open)
  eventSizesContract('real services', open)
  slowPageContract('real services', open)
})
