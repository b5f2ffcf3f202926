import type { MainThreadShare } from '#shared/messages/payloads/measurement.ts'

export type TaskKind = MainThreadShare['kind']

/** Names of Chromium's tasks, grouped as in the Performance panel of DevTools. The first matching line counts. */
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

/** Null for tasks that have the kind of the task around them. */
export function classifyTask(name: string): TaskKind | null {
  return kinds.find(([pattern]) => pattern.test(name))?.[1] ?? null
}
