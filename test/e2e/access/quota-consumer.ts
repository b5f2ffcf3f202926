import { once } from 'node:events'
import { makeQuotas } from '#gateway/access/quotas.ts'
import { redisResultStore } from '#shared/adapters/redis/result-store.ts'

/**
 * The quotas of a gateway in a process of their own, for tests: prints `ready`, on the first input makes `calls`
 * concurrent calls with a key that has `limit`, and prints how many were granted.
 */
const [url = '', limit = '', calls = ''] = process.argv.slice(2)
const store = redisResultStore({ url, keyPrefix: 'pageprobe:', commandTimeoutMs: 5000 })
const quotas = makeQuotas(store)
const key = { id: 'sharedid', plan: 'free', limits: { metadata: Number(limit) } } as const

await store.ping()
process.stdout.write('ready\n')
await once(process.stdin, 'data')
const counted = await Promise.all(
  Array.from({ length: Number(calls) }, () => quotas.consume(key, 'metadata')),
)
process.stdout.write(`${counted.filter((one) => one?.isGranted).length}\n`)
await store.close()
process.exit(0)
