import { eventFailuresContract } from '#test/pipeline/event-failures.ts'
import { eventRequestsContract } from '#test/pipeline/event-requests.ts'
import { eventSizesContract } from '#test/pipeline/event-sizes.ts'
import { slowPageContract } from '#test/pipeline/slow-page.ts'
import { type OpenStand, realStand } from '#test/pipeline/stand.ts'
import { ownRedis, sharedKafka, sharedMinio } from '#test/tools/services.ts'

describe('events on Kafka, Redis and MinIO', () => {
  const kafka = sharedKafka()
  const redis = ownRedis()
  const minio = sharedMinio()
  let stands = 0
  const open: OpenStand = (env = {}) => {
    const prefix = `${kafka.env.KAFKA_TOPIC_PREFIX}${stands++}.`
    return realStand({ ...kafka.env, ...redis.env, ...minio.env, KAFKA_TOPIC_PREFIX: prefix, ...env })
  }

  eventRequestsContract('real services', open)
  eventFailuresContract('real services', open)
  eventSizesContract('real services', open)
  slowPageContract('real services', open)
})
