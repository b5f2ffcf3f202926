import { eventFailuresContract } from '#test/e2e/events/event-failures.ts'
import { eventRequestsContract } from '#test/e2e/events/event-requests.ts'
import { eventSizesContract } from '#test/e2e/events/event-sizes.ts'
import { slowPageContract } from '#test/e2e/events/slow-page.ts'
import { type OpenServiceFixture, openRealService } from '#test/support/service/service-fixture.ts'
import { ownRedis, sharedKafka, sharedMinio } from '#test/support/service/services.ts'

describe('events on Kafka, Redis and MinIO', () => {
  const kafka = sharedKafka()
  const redis = ownRedis()
  const minio = sharedMinio()
  let suites = 0
  const open: OpenServiceFixture = (env = {}) => {
    const prefix = `${kafka.env.KAFKA_TOPIC_PREFIX}${suites++}.`
    return openRealService({ ...kafka.env, ...redis.env, ...minio.env, KAFKA_TOPIC_PREFIX: prefix, ...env })
  }

  eventRequestsContract('real services', open)
  eventFailuresContract('real services', open)
  eventSizesContract('real services', open)
  slowPageContract('real services', open)
})
