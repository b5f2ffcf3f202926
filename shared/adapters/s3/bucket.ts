import type { Client, LifecycleRule } from 'minio'
import type { AdapterLog } from '../../log.ts'

export interface BucketOptions {
  readonly client: Client
  readonly bucket: string
  readonly region: string
  readonly expireDays: Readonly<Record<string, number>>
  readonly log?: AdapterLog
}

const RULE_PREFIX = 'pageprobe-'

export type Bucket = ReturnType<typeof s3Bucket>

/** The bucket, created and configured before its first use. Sends no request at first. */
export function s3Bucket(options: BucketOptions) {
  const { client, bucket } = options
  let prepared: Promise<void> | null = null

  /** The bucket no longer exists: the next `ready` creates it again. */
  function forget(): void {
    prepared = null
  }
  /**
   * Resolves when the bucket exists; rejects if that cannot be determined or achieved. Sends requests only
   * once.
   */
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
    /** Checks that the bucket exists; creates it if not. */
    async check(): Promise<void> {
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
        'These credentials may not set lifecycle rules: the credentials of another component must',
      )
      return
    }
    options.log?.warn(
      { bucket, error: String(error) },
      'The object store rejects lifecycle rules: objects will not expire',
    )
  })
}

/** Creates the bucket. Several processes may do so at once, so only its existence afterwards counts. */
async function createBucket({ client, bucket, region }: BucketOptions): Promise<void> {
  try {
    await client.makeBucket(bucket, region)
  } catch (error) {
    if (!(await client.bucketExists(bucket))) throw error
  }
}

/**
 * Sets the lifecycle rules. That replaces all existing rules, so a bucket with rules of others keeps those
 * and gets none of ours.
 */
async function setExpiry({ client, bucket, expireDays, log }: BucketOptions): Promise<void> {
  const foreign = (await existingRules(client, bucket)).filter(
    ({ ID }) => !String(ID).startsWith(RULE_PREFIX),
  )
  if (foreign.length > 0) {
    log?.warn({ bucket }, 'The bucket has lifecycle rules of others: objects expire only by those')
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

/** Codes of system errors look like ECONNREFUSED, those of server responses like AccessDenied. */
function isConnectionError(error: unknown): boolean {
  return /^E[A-Z]+$/.test(codeOf(error))
}

/** The code of a system error or of a response of the server; '' if the error has none. */
export function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? ''
}
