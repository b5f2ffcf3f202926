import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Client } from 'minio'
import { asUnavailable } from '#shared/errors.ts'
import type { ByteRange, ObjectFacts, ObjectStore } from '#shared/ports/object-store.ts'
import type { AdapterLog } from '../../log.ts'
import { checkedContentType, objectNameParts } from '../common/checked-arguments.ts'
import { type Bucket, codeOf, s3Bucket } from './bucket.ts'
import { idleTimeoutTransport } from './idle-timeout-transport.ts'

export interface S3ObjectStoreOptions {
  /** URL of MinIO or another S3 service. */
  readonly endpoint: string
  readonly accessKey: string
  readonly secretKey: string
  /** Created if missing. The credentials need the permission to list it. */
  readonly bucket: string
  readonly region: string
  /**
   * Age in whole days at which objects expire, by the first part of their name. Other objects never expire.
   */
  readonly expireDays: Readonly<Record<string, number>>
  /** Idle timeout of a request, in milliseconds. A transfer that makes progress is never interrupted. */
  readonly timeoutMs: number
  readonly log?: AdapterLog
}

const SERVICE = 'object store'
/** Cache-Control for clients that read the bucket directly: an object never changes. */
const IMMUTABLE = 'public, max-age=31536000, immutable'
/**
 * The largest single upload of S3. Multipart uploads are not used: unfinished ones would stay in the bucket.
 */
const PART_BYTES = 5 * 1024 ** 3
/** Content type if the server sends none (RFC 9110, section 8.3). */
const DEFAULT_CONTENT_TYPE = 'application/octet-stream'

/** The ObjectStore on MinIO or another S3 service. The server removes expired objects at its own time. */
export function s3ObjectStore(options: S3ObjectStoreOptions): ObjectStore {
  const { client, agent } = connect(options)
  const bucket = s3Bucket({ client, ...options })
  return {
    async put(name, body, contentType) {
      objectNameParts(name)
      const headers = { 'Content-Type': checkedContentType(contentType), 'Cache-Control': IMMUTABLE }
      const chunks = [body].flat()
      const size = chunks.reduce((sum, { length }) => sum + length, 0)
      const send = () => client.putObject(options.bucket, name, readable(chunks), size, headers)
      await asUnavailable(SERVICE, () => inBucket(bucket, send))
    },
    async get(name) {
      objectNameParts(name)
      return asUnavailable(SERVICE, () => nullIfMissing(() => download(client, options.bucket, name)))
    },
    async stat(name) {
      objectNameParts(name)
      return asUnavailable(SERVICE, () => nullIfMissing(() => statObject(client, options.bucket, name)))
    },
    async open(name, range) {
      objectNameParts(name)
      const start = () => retryOnReset(() => openStream(client, options.bucket, name, range))
      return asUnavailable(SERVICE, () => nullIfMissing(start))
    },
    async remove(name) {
      objectNameParts(name)
      const removed = () => client.removeObject(options.bucket, name)
      await asUnavailable(SERVICE, () => nullIfMissing(() => retryOnReset(removed)))
    },
    async ping() {
      await asUnavailable(SERVICE, () => bucket.check())
    },
    async close() {
      agent.destroy()
    },
  }
}

/** A single chunk is passed as a buffer: the client would join a stream into one again. */
function readable(chunks: readonly Buffer[]): Buffer | Readable {
  return chunks.length === 1 && chunks[0] ? chunks[0] : Readable.from(chunks, { objectMode: false })
}

function connect(options: S3ObjectStoreOptions): { client: Client; agent: HttpAgent } {
  const { protocol, hostname, port } = new URL(options.endpoint)
  const useSSL = protocol === 'https:'
  const agent = useSSL ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
  const client = new Client({
    endPoint: hostname.replace(/^\[|\]$/g, ''),
    ...(port && { port: Number(port) }),
    useSSL,
    accessKey: options.accessKey,
    secretKey: options.secretKey,
    region: options.region,
    pathStyle: true,
    partSize: PART_BYTES,
    transport: idleTimeoutTransport(useSSL, options.timeoutMs),
    transportAgent: agent,
    retryOptions: { disableRetry: true }, // It would sleep and print. `retryOnReset` decides on retries.
  })
  return { client, agent }
}

/** Runs the request once the bucket exists; also recovers if the server lost the bucket. */
async function inBucket<T>(bucket: Bucket, request: () => Promise<T>): Promise<T> {
  await bucket.ready()
  try {
    return await retryOnReset(request)
  } catch (error) {
    if (codeOf(error) !== 'NoSuchBucket') throw error
    bucket.forget()
    await bucket.ready()
    return await request()
  }
}

async function download(client: Client, bucket: string, name: string) {
  return retryOnReset(async () => {
    const answer = await client.getObject(bucket, name)
    const { headers } = answer as typeof answer & { headers: Record<string, string | undefined> }
    return { body: await buffer(answer), contentType: headers['content-type'] ?? DEFAULT_CONTENT_TYPE }
  })
}

async function statObject(client: Client, bucket: string, name: string): Promise<ObjectFacts> {
  const { size, metaData } = await retryOnReset(() => client.statObject(bucket, name))
  return { size, contentType: String(metaData['content-type'] ?? DEFAULT_CONTENT_TYPE) }
}

function openStream(client: Client, bucket: string, name: string, range?: ByteRange): Promise<Readable> {
  if (range === undefined) return client.getObject(bucket, name)
  return client.getPartialObject(bucket, name, range.start, range.end - range.start + 1)
}

/**
 * Retries the request once if the connection was reset: the server may close an idle connection just as it is
 * reused (RFC 9112, section 9.3.1).
 */
async function retryOnReset<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (error) {
    if (codeOf(error) !== 'ECONNRESET' && codeOf(error) !== 'EPIPE') throw error
    return await request()
  }
}

async function nullIfMissing<T>(request: () => Promise<T>): Promise<T | null> {
  try {
    return await request()
  } catch (error) {
    if (['NoSuchKey', 'NotFound', 'NoSuchBucket'].includes(codeOf(error))) return null
    throw error
  }
}
