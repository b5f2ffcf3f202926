import type { Client, LifecycleRule } from 'minio'
import type { AdapterLog } from '../common/adapter-log.ts'

/** The bucket, made and set up before its first use. */
export interface Bucket {
  /** Resolves when it exists; rejects while that can't be told or done. Asks the server only once. */
  ready(): Promise<void>
  /** It is known to be gone: the next `ready` makes it again. */
  forget(): void
  /** Asks the server whether the bucket exists, makes it if not. */
  check(): Promise<void>
}

export interface BucketOptions {
  readonly client: Client
  readonly bucket: string
  readonly region: string
  readonly expireDays: Readonly<Record<string, number>>
  readonly log?: AdapterLog
}

const RULE_PREFIX = 'pageprobe-'

export function s3Bucket(options: BucketOptions): Bucket {
  const { client, bucket } = options
  let prepared: Promise<void> | null = null

  function forget(): void {
    prepared = null
  }
  function ready(): Promise<void> {
    prepared ??= prepare(options).catch((error) => {
      forget()
      throw error
    })
    return prepared
  }
  return {
    ready,
    forget,
    async check() {
      if (!(await client.bucketExists(bucket))) forget()
      await ready()
    },
  }
}

async function prepare(options: BucketOptions): Promise<void> {
  const { client, bucket } = options
  if (!(await client.bucketExists(bucket))) await createBucket(options)
  await setExpiry(options).catch((error) => {
    if (isConnectionError(error)) throw error
    if (codeOf(error) === 'AccessDenied') {
      options.log?.info(
        { bucket },
        'These credentials may not set when objects expire: those of another part must',
      )
      return
    }
    options.log?.warn(
      { bucket, error: String(error) },
      'The object store refuses to expire objects: none will be',
    )
  })
}

/** Several processes may start at once: what counts is that it exists afterwards. */
async function createBucket({ client, bucket, region }: BucketOptions): Promise<void> {
  try {
    await client.makeBucket(bucket, region)
  } catch (error) {
    if (!(await client.bucketExists(bucket))) throw error
  }
}

/** Setting rules replaces all that were there: a bucket with somebody else's rules keeps those, and gets none of ours. */
async function setExpiry({ client, bucket, expireDays, log }: BucketOptions): Promise<void> {
  const foreign = (await existingRules(client, bucket)).filter(
    ({ ID }) => !String(ID).startsWith(RULE_PREFIX),
  )
  if (foreign.length > 0) {
    log?.warn({ bucket }, 'The bucket has lifecycle rules of its own: objects expire by those alone')
    return
  }
  await client.setBucketLifecycle(bucket, { Rule: Object.entries(expireDays).map(expiryRule) })
}

async function existingRules(client: Client, bucket: string): Promise<LifecycleRule[]> {
  try {
    const found = (await client.getBucketLifecycle(bucket)) as {
      Rule?: LifecycleRule | LifecycleRule[]
    } | null
    return [found?.Rule ?? []].flat()
  } catch (error) {
    if (codeOf(error) === 'NoSuchLifecycleConfiguration') return []
    throw error
  }
}

function expiryRule([folder, days]: [folder: string, days: number]): LifecycleRule {
  return {
    ID: `${RULE_PREFIX}${folder}`,
    Status: 'Enabled',
    Filter: { Prefix: `${folder}/` },
    Expiration: { Days: days },
  } as LifecycleRule
}

/** System errors are named like ECONNREFUSED, answers of the server like AccessDenied. */
function isConnectionError(error: unknown): boolean {
  return /^E[A-Z]+$/.test(codeOf(error))
}

function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? ''
}
