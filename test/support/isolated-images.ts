import { makeIsolatedProcesses } from '#shared/adapters/processes/isolated-processes.ts'
import { DECODER_BYTES, type DecoderTasks } from '#stages/fetch/images/image-decoder.ts'
import type { ImageSizes } from '#stages/render/lab/images/images.ts'

const common = { idleMs: 60_000, warn: () => {} }
const source = (path: string) => new URL(`../../stages/${path}`, import.meta.url)

/** The processes that decode images, as the fetch part has them. */
export function startDecoders(more: { idleMs?: number; memoryBytes?: number } = {}) {
  const tasks: DecoderTasks & { close(): void } = makeIsolatedProcesses({
    ...{ ...common, service: 'image decoder', memoryBytes: DECODER_BYTES, ...more },
    module: source('fetch/images/decoder.worker.ts'),
  })
  return tasks
}

/** The process that reads sizes of images, as the render part has it. */
export function startImageSizes() {
  const sizes: ImageSizes & { close(): void } = makeIsolatedProcesses({
    ...{ ...common, service: 'image sizes', memoryBytes: 256 * 1024 * 1024, kept: 1 },
    module: source('render/lab/images/image-size.worker.ts'),
  })
  return sizes
}
