import { type Crash, crashesContract } from './crashes.ts'

const crashes: readonly Crash[] = [
  { part: 'fetch', count: 1, by: 'another one, started then' },
  { part: 'fetch', count: 2, by: 'another one beside it' },
  { part: 'gateway', count: 2, by: 'the other gateway' },
  { part: 'fetch', count: 2, by: 'another one beside it, until it wakes up again', returns: true },
]

describe('after kill -9 (or SIGSTOP) in the middle of a load, on Kafka, Redis and MinIO', function () {
  this.timeout(180_000)
  crashesContract(crashes)
})
