import type { ApiError } from '../../api/api-error.ts'
import { explain } from '../../api/remedies.ts'

export interface ImageLoaderOptions<T> {
  load(key: string): Promise<T>
  /** Loads at a time. */
  readonly atOnce: number
  /** Images that are kept; beyond it the one that was asked for longest ago is dropped. */
  readonly kept: number
}

/** What became of an image. `isNews`: it is the first that a limit stopped. */
export type LoadedImage<T> = { readonly image: T } | { readonly error: ApiError; readonly isNews: boolean }

export interface ImageLoader<T> {
  /** Loads an image, or gives the one that is kept. An aborted load that has not begun rejects. */
  load(key: string, signal: AbortSignal): Promise<LoadedImage<T>>
  /** Allows loads again after a limit stopped them. */
  resume(): void
}

/**
 * Loads images, few at a time, and keeps the last ones. One key is loaded once for all who wait for it. After an answer of 429
 * nothing is loaded until `resume`: every load gets that error.
 */
export function makeImageLoader<T>({ load, atOnce, kept }: ImageLoaderOptions<T>): ImageLoader<T> {
  const images = new RecentImages<T>(kept)
  const loading = new Map<string, Promise<LoadedImage<T>>>()
  const turns = makeTurns(atOnce)
  let stop: ApiError | null = null

  function failed(error: ApiError): LoadedImage<T> {
    if (error.status !== 429) return { error, isNews: false }
    const isNews = stop === null
    stop ??= error
    return { error, isNews }
  }

  /** Joins the load of that key, or begins it. */
  function begin(key: string): Promise<LoadedImage<T>> {
    const known = loading.get(key)
    if (known !== undefined) return known
    const loaded = load(key)
      .then((image): LoadedImage<T> => {
        images.keep(key, image)
        return { image }
      }, failed)
      .finally(() => loading.delete(key))
    loading.set(key, loaded)
    return loaded
  }

  return {
    async load(key, signal) {
      if (images.has(key)) return { image: images.get(key) }
      await turns.take()
      try {
        signal.throwIfAborted()
        if (stop !== null) return { error: stop, isNews: false }
        return images.has(key) ? { image: images.get(key) } : await begin(key)
      } finally {
        turns.giveBack()
      }
    },
    resume() {
      stop = null
    },
  }
}

/** A bounded number of turns, given in the order of asking. */
function makeTurns(count: number) {
  const waiting: (() => void)[] = []
  let free = count
  return {
    async take(): Promise<void> {
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
    },
    giveBack(): void {
      const next = waiting.shift()
      if (next === undefined) free += 1
      else next()
    },
  }
}

/** The images that were asked for last. */
class RecentImages<T> {
  readonly #images = new Map<string, T>()
  readonly #kept: number

  constructor(kept: number) {
    this.#kept = kept
  }

  has(key: string): boolean {
    return this.#images.has(key)
  }

  /** The image, which is now the one that was asked for last. */
  get(key: string): T {
    const image = this.#images.get(key) as T
    this.keep(key, image)
    return image
  }

  keep(key: string, image: T): void {
    this.#images.delete(key)
    this.#images.set(key, image)
    const [oldest] = this.#images.keys()
    if (this.#images.size > this.#kept && oldest !== undefined) this.#images.delete(oldest)
  }
}

/** Why a picture of a page is not shown, by error code; other codes as everywhere. */
const reasons: ReadonlyMap<string, string> = new Map([
  ['INVALID_URL', 'The URL of the image is refused'],
  ['VALIDATION_ERROR', 'The URL of the image is refused'],
  ['ROBOTS_TXT_BLOCKED', 'The site does not allow the image to be fetched'],
  ['TIMEOUT', 'The image took too long'],
  ['URL_UNREACHABLE', 'The image is unreachable'],
  ['UNSUPPORTED_CONTENT', 'This is no image that can be shown'],
  ['RESPONSE_TOO_LARGE', 'The image is too large'],
  ['RATE_LIMIT_EXCEEDED', 'The limit of images is reached'],
])

/** Why a picture of a page is not shown, in words. */
export function imageProblem({ code }: Pick<ApiError, 'code'>): string {
  return reasons.get(code) ?? explain({ code }).title
}
