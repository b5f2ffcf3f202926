import { type Crash, crashesContract } from './crashes.ts'

const crashes: readonly Crash[] = [
  { part: 'extract', count: 1, by: 'another one, started then' },
  { part: 'extract', count: 2, by: 'another one beside it' },
  { part: 'extract', count: 2, by: 'another one beside it, until it wakes up again', returns: true },
  { part: 'extract', count: 1, by: 'itself, when it wakes up again', returns: true },
]

describe('after kill -9 (or SIGSTOP) in the middle of a load, on Kafka, Redis and MinIO', function () {
  this.timeout(180_000)
  crashesContract(crashes)
})
