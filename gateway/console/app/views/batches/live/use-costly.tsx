import { useEffect, useRef } from 'preact/hooks'
import { type Resource, useResource } from '../../../state/resource.ts'
import { costlyPollMs } from './polling.ts'

export interface CostlyOptions<T> {
  readonly key: string
  /** Whether it may change until the batch is over. */
  readonly isLive: boolean
  /** Whether what is loaded changes no more; default: it changes while the batch is live. */
  isFinal?(data: T): boolean
}

/**
 * Loads something that is costly for the service, again and again while it changes, and once more when it has ceased to
 * change: at most a tenth of the time is spent on it.
 */
export function useCostly<T>(
  load: (signal: AbortSignal) => Promise<T>,
  { key, isLive, isFinal = () => false }: CostlyOptions<T>,
): Resource<T> {
  const took = useRef(0)
  const resource = useResource<T>(
    async (signal) => {
      const begun = performance.now()
      const data = await load(signal)
      took.current = performance.now() - begun
      return data
    },
    {
      key,
      pollMs: (data) =>
        isLive && data !== null && !isFinal(data) ? costlyPollMs(took.current, document.hidden) : null,
    },
  )
  useReloadOn(isLive, resource.reload)
  return resource
}

function useReloadOn(isLive: boolean, reload: () => void): void {
  const was = useRef(isLive)
  useEffect(() => {
    if (was.current !== isLive) reload()
    was.current = isLive
  }, [isLive])
}
