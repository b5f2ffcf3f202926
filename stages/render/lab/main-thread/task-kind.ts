import type { MainThreadShare } from '#shared/messages/payloads/measurement.ts'

export type TaskKind = MainThreadShare['kind']

/** Names of Chromium's tasks, as the Performance panel of its DevTools groups them; the first line that fits counts. */
const kinds: readonly (readonly [RegExp, TaskKind])[] = [
  [/^(M(ajor|inor)GC|V8\.GC.*|BlinkGC.*|GCEvent)$/, 'gc'],
  [
    /^(EvaluateScript|FunctionCall|TimerFire|EventDispatch|FireAnimationFrame|FireIdleCallback|RunMicrotasks|XHR(ReadyStateChange|Load)|HandlePostMessage|WebAssembly.*|wasm\..*|v8\..*)$/,
    'script',
  ],
  [
    /^(UpdateLayoutTree|Layout|ScheduleStyleRecalculation|InvalidateLayout|IntersectionObserverController.*)$/,
    'style_layout',
  ],
  [/^(ParseHTML|ParseAuthorStyleSheet|HTMLDocumentParser.*)$/, 'parse'],
  [
    /^(PrePaint|Paint|PaintImage|Layerize|Commit|CompositeLayers|UpdateLayer|UpdateLayerTree|HitTest|RasterTask|Animation|ImageDecodeTask|Decode Image)$/,
    'paint',
  ],
]

/** Null for tasks that are part of what they lie in. */
export function classifyTask(name: string): TaskKind | null {
  return kinds.find(([pattern]) => pattern.test(name))?.[1] ?? null
}
