import { useEffect } from 'preact/hooks'
import type { ApiError } from '../api/api-error.ts'
import { callJson } from '../api/client.ts'
import { keyUsage } from '../state/key-usage.ts'
import { type Resource, useResource } from '../state/resource.ts'
import { PageText } from '../ui/page/page-text.tsx'
import { idOfKey } from '../views/keys/key-list.ts'
import type { Usage } from '../views/keys/usage-lines.ts'

/** What a person came for is loaded before the name of the owner. Milliseconds. */
const OWNER_AFTER_MS = 500

/** The id and the owner of the key in use. Its secret is not shown. */
export function KeyInUse({ apiKey }: { apiKey: string }) {
  const owner = useOwner(apiKey, OWNER_AFTER_MS, (usage) => {
    keyUsage.value = usage
  })
  useEffect(
    () => () => {
      keyUsage.value = null
    },
    [],
  )
  return (
    <span class="key-in-use">
      Key <NamedKey apiKey={apiKey} owner={owner} />
    </span>
  )
}

/** Who owns a key, by `GET /usage`, which costs nothing. A key that is refused is not forgotten here. */
export function useOwner(apiKey: string, afterMs = 0, tell?: (usage: Usage) => void): Resource<string> {
  const load = async (signal: AbortSignal) => {
    await new Promise((resolve) => setTimeout(resolve, afterMs))
    const usage = await callJson<Usage>('usage', { key: apiKey, signal })
    if (!signal.aborted) tell?.(usage)
    return usage.owner
  }
  return useResource(load, { key: apiKey })
}

/** The id of a key, and its owner once it is known. */
export function NamedKey({ apiKey, owner: { data, error } }: { apiKey: string; owner: Resource<string> }) {
  return (
    <>
      <code>{idOfKey(apiKey)}</code>
      {data !== null && (
        <>
          , owner <PageText text={data} max={64} isShort />
        </>
      )}
      {isRefused(error) && ', refused by the service'}
    </>
  )
}

/** Whether the service does not know the key. */
export function isRefused(error: ApiError | null): boolean {
  return error?.status === 401
}
