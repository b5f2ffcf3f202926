import type { MetricsSnapshot } from '#shared/adapters/telemetry/prometheus-metrics.ts'

/** Addresses of the process that started the render part. */
export interface RenderStart {
  readonly lookupsAddress: string
  readonly publicUrl: string
  /** `host:port` where documents are printed. */
  readonly printListen: string
}

/** Messages from the service to the process of its render part. */
export type ToRender =
  | { readonly kind: 'start'; readonly start: RenderStart }
  | { readonly kind: 'news'; readonly topics: readonly string[] }
  | { readonly kind: 'figures'; readonly id: number }
  | { readonly kind: 'stop'; readonly graceMs: number }

/** Messages from the process of the render part to the service. */
export type FromRender =
  /** Once, as soon as its modules are loaded. */
  | { readonly kind: 'loaded' }
  | { readonly kind: 'beat' }
  /** Where documents are printed: another process listens at another port. */
  | { readonly kind: 'ready'; readonly printAddress: string | null }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'news'; readonly topics: readonly string[] }
  | { readonly kind: 'figures'; readonly id: number; readonly figures: MetricsSnapshot }

/**
 * Collects topics with new records and sends them together, one message at a time. However slowly the other process
 * reads, at most one message and one set of names wait. `send` resolves when the message is written.
 */
export function coalesceTopics(
  send: (topics: readonly string[]) => Promise<void>,
): (topics: Iterable<string>) => void {
  let waiting = new Set<string>()
  let isSending = false

  async function flush(): Promise<void> {
    isSending = true
    while (waiting.size > 0) {
      const topics = [...waiting]
      waiting = new Set()
      await send(topics)
    }
    isSending = false
  }

  return (topics) => {
    for (const topic of topics) waiting.add(topic)
    if (!isSending) void flush()
  }
}
