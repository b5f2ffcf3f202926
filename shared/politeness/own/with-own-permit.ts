import type { AcquireResult, HostPermit } from '../host-rate-limiter.ts'
import type { OwnPermit } from './own-permits.ts'

/**
 * Acquires the permit of a host for work with manners of its own, which needs a permit of its batch as well. Whatever the work
 * waits for, it waits under the key of the batch.
 */
export async function withOwnPermit(
  key: string,
  own: { readonly permit: OwnPermit } | { readonly retryAfterMs: number },
  acquire: () => Promise<AcquireResult>,
): Promise<AcquireResult> {
  if (!('permit' in own)) return { ...own, hostGroup: key }
  const { permit } = own
  const result = await acquire().catch(async (error: unknown) => {
    await permit.giveBack()
    throw error
  })
  if ('permit' in result) {
    await permit.begin()
    return { permit: both(result.permit, permit) }
  }
  await permit.giveBack()
  return 'retryAfterMs' in result ? { ...result, hostGroup: key } : result
}

function both(ofHost: HostPermit, own: OwnPermit): HostPermit {
  let isReleased = false
  return {
    async release(response) {
      if (isReleased) return
      isReleased = true
      await Promise.all([ofHost.release(response), own.release()])
    },
  }
}
