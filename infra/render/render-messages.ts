import type { MetricsSnapshot } from '#shared/adapters/telemetry/prometheus-metrics.ts'

/** What the render part needs to know of the process that started it. */
export interface RenderStart {
  readonly lookupsAddress: string
  readonly publicUrl: string
}

/** What the service tells the process of its render part. */
export type ToRender =
  | { readonly kind: 'start'; readonly start: RenderStart }
  | { readonly kind: 'news'; readonly topics: readonly string[] }
  | { readonly kind: 'figures'; readonly id: number }
  | { readonly kind: 'stop'; readonly graceMs: number }

/** What the process of the render part tells the service. */
export type FromRender =
  | { readonly kind: 'beat' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'news'; readonly topics: readonly string[] }
  | { readonly kind: 'figures'; readonly id: number; readonly figures: MetricsSnapshot }

/**
 * Collects the topics that have news and tells them together, one message at a time: however slowly the other process
 * reads, no more than one message and one set of names waits. `send` resolves when the message is on its way.
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
